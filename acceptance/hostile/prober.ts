/**
 * Watches the service from a separate process, so that the load of the attacker is not mistaken for a slow service: it asks for
 * the service's health and sends another tenant's email without a pause, and reads the memory of all its processes. It is started
 * with its orders as JSON, and answers each message of its parent with what it saw since the last one.
 */
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { familyOf } from '../service/data-folder.ts'

export type Orders = { url: string; key: string; pid: number }

/** The slowest answer: on the clock, and without the time in which a busy machine gave nobody a processor. */
export type Asked = { count: number; worstMs: number; worstOwnMs: number; statuses: Record<string, number> }
export type Memory = { main: number; mainNow: number; workers: number; postgres: number }
export type Seen = { health: Asked; sends: Asked; memory: Memory; isMainRunning: boolean; childrenGone: number }

// `as`: the parent is our own watch.ts.
const { url, key, pid } = JSON.parse(process.argv[2] ?? '') as Orders

const nobody = (): Asked => ({ count: 0, worstMs: 0, worstOwnMs: 0, statuses: {} })
const nothing = (): Omit<Seen, 'isMainRunning'> => ({
  health: nobody(),
  sends: nobody(),
  memory: { main: 0, mainNow: 0, workers: 0, postgres: 0 },
  childrenGone: 0,
})
let seen = nothing()
const rounds = { health: 0, sends: 0 }

/** Milliseconds that each processor has lost to other machines on the same host, in steps of 10. */
function stolenMs(): number[] {
  const lines = readFileSync('/proc/stat', 'utf8').split('\n')
  return lines.filter(line => /^cpu\d/.test(line)).map(line => Number(line.split(' ')[8] ?? 0) * 10)
}

/** The milliseconds that a main thread has worked, and those that it was ready to and had no processor, as Linux counts them. */
function scheduled(process: number | 'self'): { workedMs: number; waitedMs: number } {
  try {
    const [worked, waited] = readFileSync(`/proc/${process}/schedstat`, 'utf8').split(' ')
    return { workedMs: Number(worked) / 1e6, waitedMs: Number(waited) / 1e6 }
  } catch {
    return { workedMs: 0, waitedMs: 0 }
  }
}

/**
 * The time without the part in which a busy machine made one of the two wait, or had no processor itself. These parts may
 * overlap, so the result is at least the time that the service worked meanwhile: a health check waits for no more than one piece
 * of work.
 */
function ownMs(ms: number, before: ReturnType<typeof bothScheduled>): number {
  const now = bothScheduled()
  const waitedMs = now.service.waitedMs - before.service.waitedMs + now.self.waitedMs - before.self.waitedMs
  const stolen = now.stolenMs.map((total, processor) => total - (before.stolenMs[processor] ?? 0))
  return Math.max(ms - waitedMs - Math.max(0, ...stolen), now.service.workedMs - before.service.workedMs)
}

const bothScheduled = () => ({ service: scheduled(pid), self: scheduled('self'), stolenMs: stolenMs() })

async function measure(kind: 'health' | 'sends', ask: () => Promise<string>): Promise<void> {
  const [began, before] = [performance.now(), bothScheduled()]
  const answered = await ask().catch((error: NodeJS.ErrnoException) => error.code ?? error.message)
  const ms = performance.now() - began
  const own = ownMs(ms, before)
  // The service gives up on the database after two seconds, whoever had the processor meanwhile.
  const status = answered === '503' && ms - own > 1_000 ? 'busy' : answered
  const asked = seen[kind]
  asked.count++
  asked.worstMs = Math.max(asked.worstMs, ms)
  asked.worstOwnMs = Math.max(asked.worstOwnMs, own)
  asked.statuses[status] = (asked.statuses[status] ?? 0) + 1
  rounds[kind]++
}

function ask(agent: Agent, method: string, path: string, body?: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) }
    const outgoing = request(`${url}${path}`, { agent, method, headers }, incoming => {
      incoming.resume()
      incoming.once('end', () => resolve(String(incoming.statusCode)))
      incoming.once('error', reject)
    })
    outgoing.once('error', reject)
    outgoing.setTimeout(120_000, () => outgoing.destroy(new Error('no answer in 120 s')))
    outgoing.end(body)
  })
}

async function repeat(kind: 'health' | 'sends', everyMs: number, method: string, path: string, body?: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  for (;;) {
    await measure(kind, () => ask(agent, method, path, body))
    await pause(everyMs)
  }
}

const residentBytes = (process: number): number =>
  Number(readFileSync(`/proc/${process}/statm`, 'utf8').split(' ')[1]) * 4096
const isPostgres = (process: number): boolean =>
  readFileSync(`/proc/${process}/cmdline`, 'utf8').startsWith('postgres:')

function measureProcess(process: number): [kind: 'workers' | 'postgres', bytes: number] {
  try {
    return [isPostgres(process) ? 'postgres' : 'workers', residentBytes(process)]
  } catch {
    return ['workers', 0]
  }
}

let children = new Set<number>()

function look(): void {
  const now = { main: 0, mainNow: 0, workers: 0, postgres: 0 }
  try {
    now.mainNow = now.main = residentBytes(pid)
    const family = familyOf(pid).slice(1)
    for (const child of family) {
      const [kind, bytes] = measureProcess(child)
      now[kind] += bytes
    }
    seen.childrenGone += [...children].filter(child => !family.includes(child)).length
    children = new Set(family)
  } catch {
    // A process ended while it was read; the next reading is in a moment.
  }
  const { memory } = seen
  for (const kind of ['main', 'workers', 'postgres'] as const) memory[kind] = Math.max(memory[kind], now[kind])
  memory.mainNow = now.mainNow
}

function isRunning(): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Waits for the requests before the report, however long they take: the slowest answer is the last one. */
async function report(): Promise<void> {
  const [health, sends] = [rounds.health + 2, rounds.sends + 1]
  while (isRunning() && (rounds.health < health || rounds.sends < sends)) await pause(5)
  look()
  const answer: Seen = { ...seen, isMainRunning: isRunning() }
  seen = nothing()
  process.send?.(answer)
}

const email = { from: 'neighbour@acme.test', to: 'ada@example.com', subject: 'Hello', text: 'Hello, Ada.' }
void repeat('health', 20, 'GET', '/healthz')
void repeat('sends', 200, 'POST', '/v1/emails', JSON.stringify(email))
setInterval(look, 50)
process.on('message', () => void report())
process.on('disconnect', () => process.exit())
