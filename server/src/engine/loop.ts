/** One channel of a worker: takes what is due while there is room, and keeps account of what is in hand. */
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from '#postgres/database.ts'
import { isOutage, isPassing } from '#postgres/outages/outage.ts'
import type { AnyChannel, Channel, Hand } from './channel.ts'
import type { Heartbeat } from './heartbeat.ts'
import { type Held, heldName, putBack, putBackUnknown, takeDue, takeSuspects } from './work-table.ts'

export type LoopOptions = {
  database: Database
  channel: AnyChannel
  workerId: string
  heartbeat: Heartbeat
  log: Logger
  taken?: ((table: string, count: number) => void) | undefined
  /** So often it looks at the latest for what it holds without knowing, which is rare. */
  leaseMs: number
  giveUpAfterMs: number
  /** It cannot work although the database answers. */
  fail(error: Error): void
}

/** Disposing takes no more, and waits for what is under way. */
export type Loop = AsyncDisposable & {
  wake(name?: string): void
  isWorking(): boolean
}

const usualLookMs = 500

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
  // `as`: what the channel takes is what it is given.
  const channel = given as unknown as Channel<Held>
  const { table, columns, maxHeld, maxBatch, reserved, lookEveryMs = usualLookMs } = channel
  const held = new Set<string>()
  /** Those of them that the reserved room is not for. */
  const heldBesides = new Set<string>()
  /** The names of rows that were woken, until they are taken. */
  const named = new Set<string>()
  const stopping = new AbortController()
  let bell = Promise.withResolvers<void>()
  let isWoken = false
  let failingSince: number | undefined
  /** When it was last asked for all rows that are due. */
  let lookedAt = Number.NEGATIVE_INFINITY
  /** An answer was lost: rows may be ours without our knowing. */
  let mayHoldUnknown = false
  let unknownLookedForAt = performance.now()
  /** Those in hand that several workers have ended with. */
  const suspects = new Set<string>()
  let suspectsLookedForAt = 0

  const hand: Hand<Held> = {
    workerId,
    has: row => held.has(heldName(row)),
    drop(rows) {
      const hadRoom = [hasRoom(), hasRoomBesides()]
      for (const name of rows.map(heldName)) for (const names of [held, heldBesides, suspects]) names.delete(name)
      if ((!hadRoom[0] && hasRoom()) || (!hadRoom[1] && hasRoomBesides())) ring()
    },
    wake,
  }

  /** Room for a few is not worth a statement while many are in hand. */
  const worthwhile = Math.min(maxBatch, maxHeld) / 4
  const hasRoom = () => held.size === 0 || maxHeld - held.size >= worthwhile
  const roomBesides = () => maxHeld - (reserved?.room ?? 0) - heldBesides.size
  const hasRoomBesides = () => roomBesides() >= worthwhile

  function wake(name?: string): void {
    if (name !== undefined && channel.wakeHeld?.(name)) return
    if (name !== undefined) named.add(name)
    ring()
  }

  function ring(): void {
    isWoken = true
    bell.resolve()
  }

  /** Whatever was heard before this has been seen to. */
  function listenAnew(): void {
    isWoken = false
    bell = Promise.withResolvers()
  }

  async function untilWoken(ms: number): Promise<void> {
    if (isWoken || stopping.signal.aborted) return
    const timer = new AbortController()
    await Promise.race([bell.promise, pause(ms, undefined, { signal: timer.signal }).catch(() => {})])
    timer.abort()
  }

  async function takeSome(): Promise<void> {
    if (mayHoldUnknown || performance.now() - unknownLookedForAt > leaseMs) await findUnknown()
    await channel.beforeTaking?.()
    const limit = Math.min(maxBatch, maxHeld - held.size)
    const now = performance.now()
    const names = now - lookedAt < lookEveryMs ? [...named] : []
    named.clear()
    const isNamed = names.length > 0 ? channel.named?.(names) : undefined
    if (!isNamed) lookedAt = now
    const only = isNamed ? sql<boolean>`${isNamed} and ${channel.only ?? sql`true`}` : channel.only
    mayHoldUnknown = true
    const others = reserved && { from: reserved.below, limit: Math.max(0, roomBesides()) }
    const rows = await takeDue(database.db, table, { workerId, limit, others, columns, only })
    mayHoldUnknown = false
    begin(rows)
    if (rows.length === limit) ring()
  }

  /** Some at a time, and beside other work: none of it has to wait, and few are harmed by one that ends the worker. */
  async function takeSuspected(): Promise<void> {
    const now = performance.now()
    if (suspects.size > 0 || now - suspectsLookedForAt < lookEveryMs) return
    suspectsLookedForAt = now
    mayHoldUnknown = true
    const rows = await takeSuspects(database.db, table, { workerId, limit: 0, columns, only: channel.only })
    mayHoldUnknown = false
    for (const row of rows) suspects.add(heldName(row))
    begin(rows)
  }

  function begin(rows: readonly Held[]): void {
    for (const row of rows) {
      held.add(heldName(row))
      if (reserved && row.priority >= reserved.below) heldBesides.add(heldName(row))
    }
    if (rows.length === 0) return
    taken?.(table.name, rows.length)
    void doWork(rows)
  }

  async function findUnknown(): Promise<void> {
    const count = await putBackUnknown(database.db, table, workerId, [...held])
    unknownLookedForAt = performance.now()
    if (count > 0) log.warn({ table: table.name, count }, 'gave back work that was taken without an answer')
  }

  async function doWork(rows: readonly Held[]): Promise<void> {
    try {
      if (stopping.signal.aborted) return await giveBack(rows, 0)
      await channel.work(rows, hand)
    } catch (err) {
      const left = rows.filter(row => hand.has(row))
      if (isPassing(err) || stopping.signal.aborted) return await giveBack(left, 1_000)
      if (left.length > 1) return void (await Promise.all(left.map(row => doWork([row]))))
      if (left.length === 1) log.error({ err, table: table.name, row: left[0]?.name }, 'work failed; it is put back')
      await giveBack(left, 0, true)
    }
  }

  async function giveBack(rows: readonly Held[], inMs: number, asSuspects = false): Promise<void> {
    try {
      if (rows.length > 0) await putBack(database.db, table, { held: rows, workerId, inMs, asSuspects })
    } catch {
      // Found when we look for what is held without knowing.
      mayHoldUnknown = true
    }
    hand.drop(rows)
  }

  async function run(): Promise<void> {
    await Promise.race([heartbeat.begun, once(stopping.signal, 'abort')])
    for (let delay = 50; !stopping.signal.aborted; ) {
      // After a long stop what was ours may be in other hands.
      const mayTake = heartbeat.holdsLease() && hasRoom()
      listenAnew()
      try {
        if (mayTake) await takeSome()
        if (mayTake) await takeSuspected()
        failingSince = undefined
        delay = 50
        await untilWoken(lookEveryMs)
      } catch (error) {
        stumble(error)
        await pause(delay, undefined, { signal: stopping.signal }).catch(() => {})
        delay = Math.min(2 * delay, 1_000)
      }
    }
  }

  /** An outage passes without us; what goes wrong beside a healthy database may not. */
  function stumble(error: unknown): void {
    if (isOutage(error) || stopping.signal.aborted) return
    if (failingSince === undefined)
      log.error({ err: error, table: table.name }, 'work cannot be taken; it is tried again')
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
      bell.resolve()
      channel.stop?.()
      await running
      await channel.drain?.()
    },
  }
}
