/**
 * What the workers learn about destinations, shared through the database: written within a second, read every five. So a new worker
 * knows what others have found, each gets its share of a limit, and users can see what a message waits for.
 */
import type { Logger } from 'pino'
import type { Database } from '#postgres/database.ts'
import { isPassing } from '#postgres/outages/outage.ts'
import { type Allowance, allow, type Caps } from './cap-store.ts'
import { findKnown, forgetOldDestinations, type Learned, writeLearned } from './destination-store.ts'
import { troubleLog } from './trouble-log.ts'

export type SharedDestinations = AsyncDisposable & {
  /** How many connections this worker may open there, if a limit is known. */
  limitOf(destination: string): number | undefined
  /** True when some worker has recorded that it fails, and none that it works again. */
  isFailing(destination: string): boolean
  /** How many of the `wanted` messages it may get now. Never rejects. */
  allow(destination: string, caps: Caps, wanted: number): Promise<Allowance>
  /** `own`: the limit that this worker has found for its own connections. */
  learned(what: Omit<Learned, 'connections'> & { own: number | null }): void
}

const writeAfterMs = 1_000
const readEveryMs = 5_000

export async function shareDestinations(database: Database, log: Logger): Promise<SharedDestinations> {
  const unwritten = new Map<string, Learned>()
  let limits = new Map<string, number>()
  let failing = new Set<string>()
  let workers = 1
  let writing: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  const reports = troubleLog(log, () => performance.now())

  function know({ name, connections, trouble }: Learned): void {
    if (connections === null) limits.delete(name)
    else limits.set(name, connections)
    if (trouble) failing.add(name)
    else failing.delete(name)
  }

  async function read(): Promise<void> {
    const found = await findKnown(database.db)
    workers = Math.max(1, found.workers)
    limits = new Map(found.limits.map(one => [one.name, one.connections]))
    failing = new Set(found.failing)
    for (const one of unwritten.values()) know(one)
    reports.catchUp()
  }

  async function write(): Promise<void> {
    timer = undefined
    const batch = [...unwritten.values()]
    unwritten.clear()
    if (batch.length === 0) return
    const changes = await database.transaction(tx => writeLearned(tx, batch))
    const replies = new Map(batch.map(({ name, trouble }) => [name, trouble?.reply ?? null]))
    for (const one of changes) reports.changed({ ...one, reply: replies.get(one.name) ?? null })
  }

  /** None of this is needed to send, and what is lost is learned again. */
  const inTheBackground = (work: () => Promise<void>): Promise<void> =>
    work().catch(err => {
      if (!isPassing(err)) log.error({ err }, 'could not share what is known about destinations')
    })

  await inTheBackground(() => forgetOldDestinations(database.db))
  await inTheBackground(read)
  const reading = setInterval(() => void inTheBackground(read), readEveryMs)
  reading.unref()
  return {
    limitOf(destination) {
      const all = limits.get(destination)
      return all === undefined ? undefined : Math.max(1, Math.floor(all / workers))
    },
    isFailing: destination => failing.has(destination),
    async allow(destination, caps, wanted) {
      try {
        return await database.transaction(tx => allow(tx, destination, caps, wanted))
      } catch (err) {
        if (!isPassing(err)) log.error({ err }, 'could not count the messages to a capped destination')
        return { count: 0, forMs: 1_000 }
      }
    },
    learned({ name, trouble, cap, own }) {
      const learned = { name, trouble, cap, connections: own === null ? null : own * workers }
      unwritten.set(name, learned)
      know(learned)
      timer ??= setTimeout(() => {
        writing = inTheBackground(write)
      }, writeAfterMs)
    },
    async [Symbol.asyncDispose]() {
      clearInterval(reading)
      clearTimeout(timer)
      await writing
      await inTheBackground(write)
    },
  }
}
