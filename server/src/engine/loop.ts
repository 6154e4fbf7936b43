/** One channel of a worker: takes due rows while there is room, and tracks the rows it holds. */
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from '#postgres/database.ts'
import { isOutage, isPassing } from '#postgres/outages/outage.ts'
import type { AnyChannel, Channel, Holder } from './channel.ts'
import type { Heartbeat } from './heartbeat.ts'
import { heldRows } from './held-rows.ts'
import { wakeSignal } from './wake-signal.ts'
import { type Held, release, releaseUnknown, takeDue, takeSuspects } from './work-table.ts'

export type LoopOptions = {
  database: Database
  channel: AnyChannel
  workerId: string
  heartbeat: Heartbeat
  log: Logger
  taken?: ((table: string, count: number) => void) | undefined
  /** How often it checks for rows that it holds without knowing, which is rare. */
  leaseMs: number
  giveUpAfterMs: number
  /** Called when it cannot take work although the database answers. */
  fail(error: Error): void
}

/** Disposing stops taking rows and waits for work in progress. */
export type Loop = AsyncDisposable & {
  wake(name?: string): void
  isWorking(): boolean
}

const defaultLookMs = 500

export function startLoop({
  channel: given,
  database,
  workerId,
  heartbeat,
  log,
  taken,
  leaseMs,
  giveUpAfterMs,
  fail,
}: LoopOptions): Loop {
  // `as`: the channel gets back only rows that its own statement returned.
  const channel = given as unknown as Channel<Held>
  const { table, columns, pollEveryMs = defaultLookMs } = channel
  const held = heldRows(channel)
  /** Names of woken rows that are not taken yet. */
  const named = new Set<string>()
  const stopping = new AbortController()
  const signal = wakeSignal()
  let failingSince: number | undefined
  /** When all due rows, not only named ones, were last queried. */
  let lookedAt = Number.NEGATIVE_INFINITY
  /** The answer to a statement was lost, so this worker may hold rows without knowing. */
  let mayHoldUnknown = false
  let unknownLookedForAt = performance.now()
  let suspectsLookedForAt = 0

  const holder: Holder<Held> = {
    workerId,
    has: held.has,
    drop(rows) {
      if (held.drop(rows)) signal.set()
    },
    wake,
  }

  function wake(name?: string): void {
    if (name !== undefined && channel.wakeHeld?.(name)) return
    if (name !== undefined) {
      named.add(name)
      channel.announced?.(name)
    }
    signal.set()
  }

  async function takeSome(): Promise<void> {
    if (mayHoldUnknown || performance.now() - unknownLookedForAt > leaseMs) await findUnknown()
    await channel.beforeTaking?.()
    const { limit, others } = held.limits()
    const now = performance.now()
    const names = now - lookedAt < pollEveryMs ? [...named] : []
    named.clear()
    const isNamed = names.length > 0 ? channel.named?.(names) : undefined
    if (!isNamed) lookedAt = now
    const only = isNamed ? sql<boolean>`${isNamed} and ${channel.only ?? sql`true`}` : channel.only
    mayHoldUnknown = true
    const rows = await takeDue(database.db, table, { workerId, limit, others, columns, only })
    mayHoldUnknown = false
    begin(rows)
    if (rows.length === limit) signal.set()
  }

  /** Takes a few suspects at a time, beside other work. Other work need not wait, and a row that crashes the worker affects few others. */
  async function takeSuspected(): Promise<void> {
    const now = performance.now()
    if (held.hasSuspects() || now - suspectsLookedForAt < pollEveryMs) return
    suspectsLookedForAt = now
    mayHoldUnknown = true
    const rows = await takeSuspects(database.db, table, { workerId, limit: 0, columns, only: channel.only })
    mayHoldUnknown = false
    held.addSuspects(rows)
    begin(rows)
  }

  function begin(rows: readonly Held[]): void {
    held.add(rows)
    if (rows.length === 0) return
    taken?.(table.name, rows.length)
    void doWork(rows)
  }

  async function findUnknown(): Promise<void> {
    const count = await releaseUnknown(database.db, table, workerId, held.names())
    unknownLookedForAt = performance.now()
    if (count > 0) log.warn({ table: table.name, count }, 'released rows that this worker held without knowing')
  }

  async function doWork(rows: readonly Held[]): Promise<void> {
    try {
      if (stopping.signal.aborted) return await releaseRows(rows, 0)
      await channel.work(rows, holder)
    } catch (err) {
      const left = rows.filter(held.has)
      if (isPassing(err) || stopping.signal.aborted) return await releaseRows(left, 1_000)
      if (left.length > 1) return void (await Promise.all(left.map(row => doWork([row]))))
      if (left.length === 1) log.error({ err, table: table.name, row: left[0]?.name }, 'work failed, will retry')
      await releaseRows(left, 0, true)
    }
  }

  async function releaseRows(rows: readonly Held[], inMs: number, asSuspects = false): Promise<void> {
    try {
      if (rows.length > 0) await release(database.db, table, { held: rows, workerId, inMs, asSuspects })
    } catch {
      // findUnknown releases these rows later.
      mayHoldUnknown = true
    }
    holder.drop(rows)
  }

  async function run(): Promise<void> {
    await Promise.race([heartbeat.begun, once(stopping.signal, 'abort')])
    for (let delay = 50; !stopping.signal.aborted; ) {
      // After a long suspension other workers may hold our rows.
      const mayTake = heartbeat.holdsLease() && held.hasRoom()
      signal.reset()
      try {
        if (mayTake) await takeSome()
        if (mayTake) await takeSuspected()
        failingSince = undefined
        delay = 50
        await signal.wait(pollEveryMs)
      } catch (error) {
        reportFailure(error)
        await pause(delay, undefined, { signal: stopping.signal }).catch(() => {})
        delay = Math.min(2 * delay, 1_000)
      }
    }
  }

  /** An outage ends by itself. An error from a healthy database may not. */
  function reportFailure(error: unknown): void {
    if (isOutage(error) || stopping.signal.aborted) return
    if (failingSince === undefined) log.error({ err: error, table: table.name }, 'work cannot be taken, will retry')
    failingSince ??= performance.now()
    if (performance.now() - failingSince > giveUpAfterMs)
      fail(
        new Error(`Work cannot be taken from the table ${table.name} although the database answers.`, { cause: error }),
      )
  }

  const running = run()
  return {
    wake,
    isWorking: () => failingSince === undefined,
    async [Symbol.asyncDispose]() {
      stopping.abort()
      signal.set()
      channel.stop?.()
      await running
      await channel.drain?.()
    },
  }
}
