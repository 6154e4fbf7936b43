/**
 * Looks at the service from a process of its own, so that whoever attacks it cannot be taken for a slow service: asks for its
 * health and sends another tenant's email without a pause, and reads the memory of all its processes.
 * Started with its orders as JSON; answers each message of its parent with what it saw since the last one.
 */
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { familyOf } from '../data-folder.ts'

export type Orders = { url: string; key: string; pid: number }

/** What the slowest answer took: on the clock, and without the time in which a busy machine let nobody work. */
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

/** Milliseconds that a main thread has worked, and that it was ready to and had no processor, as Linux counts them. */
function scheduled(process: number | 'self'): { workedMs: number; waitedMs: number } {
  try {
    const [worked, waited] = readFileSync(`/proc/${process}/schedstat`, 'utf8').split(' ')
    return { workedMs: Number(worked) / 1e6, waitedMs: Number(waited) / 1e6 }
  } catch {
    return { workedMs: 0, waitedMs: 0 }
  }
}

/**
 * What is left of the time without that in which a busy machine let one of the two wait, or had no processor itself. These may have
 * been the same time, so it is no less than what the service worked meanwhile: whoever asks for its health waits for no more than
 * one piece of work.
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
  // The database is given up after two seconds, whoever had the processor meanwhile.
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

function weigh(process: number): [kind: 'workers' | 'postgres', bytes: number] {
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
      const [kind, bytes] = weigh(child)
      now[kind] += bytes
    }
    seen.childrenGone += [...children].filter(child => !family.includes(child)).length
    children = new Set(family)
  } catch {
    // A process ended while it was looked at; the next look is in a moment.
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

/** What was asked before the report is heard, however long it takes: the slowest answer is the last one. */
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
