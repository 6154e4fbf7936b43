/**
 * The channel shared by email and text messages: a row is prepared, sent by the dispatcher and settled. Slow transmissions continue while
 * the next rows are taken. Transmissions that have not started after a while, and will not soon, are put back to free room for others.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { RawBuilder } from 'kysely'
import type { Logger } from 'pino'
import type { Clock } from '#core/clock.ts'
import { Stopping } from '#core/process/stopping.ts'
import { NeedsOperator, operatorPrefix } from '#core/refusal.ts'
import type { Span, TracePlace, Tracer } from '#core/tracing.ts'
import type { Channel, Holder } from '#engine/channel.ts'
import type { Held, WorkTable } from '#engine/work-table.ts'
import type { Database, Tx } from '#postgres/database.ts'
import { groupCommit } from '#postgres/group-commit.ts'
import { isPassing } from '#postgres/outages/outage.ts'
import { throughOutages } from '#postgres/outages/through-outages.ts'
import type { Pauses } from './destination.ts'
import {
  type AnyOutcome,
  type Attempted,
  dispatcher,
  newTransmission,
  type Sent,
  type Transmission,
  type Transport,
} from './dispatch.ts'
import type { Place } from './known-destinations.ts'
import type { RetrySchedule } from './retry.ts'
import type { SharedDestinations } from './shared-destinations.ts'
import { tracedAttempt } from './traced-attempt.ts'

/** Another worker holds the row by now, so this one must not send it. */
export class Fenced extends Error {
  override name = 'Fenced'
}

export type Prepared<Row, Load, T, Result> = {
  send: readonly { load: Load; transports: readonly T[] }[]
  /** Rows that end or are put back without being sent. */
  settled: readonly { row: Row; result: Result }[]
}

/** What the channels of email and of text messages are both opened with. */
export type SendingOptions = {
  database: Database
  clock: Clock
  log: Logger
  /** The pauses between attempts. */
  schedule?: RetrySchedule
  chance?: () => number
  attempted?: Attempted
  messagesAtOnce?: number
  destinationState?: SharedDestinations
  /** How long rows wait to start before they are put back. Extended up to four times this long for rows expected to start in that time. */
  putBackAfterMs?: number
  /** How long stopping waits. Messages still being sent are then taken over by other workers, which cannot know their outcome. */
  stopWithinMs?: number
  tracer?: Tracer | undefined
}

export type SendingChannelParts<
  Row extends Held,
  Load extends object,
  T extends Transport,
  O extends AnyOutcome,
  Result,
> = SendingOptions & {
  table: WorkTable
  columns: RawBuilder<unknown>
  prepare(rows: readonly Row[]): Promise<Prepared<Row, Load, T, Result>>
  rowsOf(load: Load): readonly Row[]
  /** The destination on this transport, and its capacity. */
  destinationOf(load: Load, transport: T): Place | Promise<Place>
  /** The most urgent stream has the smallest number. Each stream has its own queue and pauses at a destination. */
  streamOf?(load: Load): number
  tenantOf(load: Load): string
  /** The octets it uses in memory while it is sent. */
  sizeOf(load: Load): number
  /** For the log. */
  describe(load: Load): object
  /** Throws Fenced when this worker no longer holds the row. */
  send(load: Load, transport: T): Promise<readonly O[]>
  /** True when the message may have left before an error. */
  mayHaveBeenSent?(load: Load): boolean
  /** The result for each row of the load. */
  resultsOf(load: Load, sent: Sent<T, O>): readonly Result[]
  settle(tx: Tx, results: readonly Result[]): Promise<unknown>
  /** Called when the channel is done with the load. */
  ended?(load: Load): void
  /** The load's position in a trace. */
  traceOf?(load: Load): TracePlace | null | undefined
  pauses?: Pauses
  /** Two fifths of the room are reserved for priorities below this one. */
  firstBelow?: number
  /** The longest delay for a message that is put back unsent. */
  maxReleaseDelayMs: number
}

/**
 * How long results are collected for one commit while many arrive: at 30 ms a worker used an eighth less CPU time. It is not longer, because if
 * the worker ends meanwhile, the outcomes of these messages are in doubt.
 */
const betweenResultsMs = 20
/** Rows held per message being sent: more than one, so that a slow destination leaves room for others. */
const heldForEach = 2
const maxBatch = 200
const minPutBackMs = 1_000
/** A row that is put back must be taken and prepared again. If all workers are busy, that would be most of their work. */
const maxExtensions = 4

export function sendingChannel<
  Row extends Held,
  Load extends object,
  T extends Transport,
  O extends AnyOutcome,
  Result,
>(parts: SendingChannelParts<Row, Load, T, O, Result>): Channel<Row> {
  /** `span`: for traced loads, from taking the row until its result is written. */
  type Loaded = { load: Load; holder: Holder<Row>; span?: Span }
  const { tracer, log, rowsOf, putBackAfterMs = 5_000, stopWithinMs = 20_000, messagesAtOnce = 500 } = parts
  const maxHeld = heldForEach * messagesAtOnce
  const stopping = new AbortController()
  const write = resultWriter<Row, Result>(parts)

  async function conclude({ load, holder, span }: Loaded, sent: Sent<T, O>): Promise<void> {
    try {
      await write(holder, rowsOf(load), parts.resultsOf(load, unlessPassing(parts, load, sent)))
    } finally {
      span?.end({ 'posthorn.result': sent.kind }, sent.kind === 'error' ? 'failed' : undefined)
      parts.ended?.(load)
    }
  }

  const queue = dispatcher<Loaded, T, O>({
    destinationOf: ({ load }, transport) => parts.destinationOf(load, transport),
    streamOf: ({ load }) => parts.streamOf?.(load) ?? 0,
    tenantOf: ({ load }) => parts.tenantOf(load),
    sizeOf: ({ load }) => parts.sizeOf(load),
    describe: ({ load }) => parts.describe(load),
    send: ({ load, span }, transport) =>
      tracer && span
        ? tracedAttempt(tracer, span, transport, () => parts.send(load, transport))
        : parts.send(load, transport),
    conclude,
    attempted: parts.attempted,
    maxAtOnce: messagesAtOnce,
    nowMs: () => performance.now(),
    log,
    destinationState: parts.destinationState,
    ...(parts.pauses && { pauses: parts.pauses }),
  })

  function spanOf(load: Load): { span?: Span } {
    const place = tracer && parts.traceOf?.(load)
    return tracer && place ? { span: tracer.startWithin(place, 'consume', `deliver ${parts.table.name}`) } : {}
  }

  /** Logged and not thrown: other rows of the batch may be in progress and must not be retried because of this one. */
  const unrecorded = (err: unknown) => log.error({ err, table: parts.table.name }, 'a result was not recorded')

  async function putBack(transmissions: readonly Transmission<Loaded, T, O>[]): Promise<void> {
    const back = transmissions.flatMap(one => {
      const taken = queue.withdraw(one)
      if (taken === undefined) return []
      const { waitMs, waitsFor } = taken
      const inMs = Math.min(parts.maxReleaseDelayMs, Math.max(minPutBackMs, waitMs))
      return [conclude(one, { kind: 'put back', inMs, because: 'us', waitsFor }).catch(unrecorded)]
    })
    await Promise.all(back)
  }

  async function finishOrPutBack(transmissions: readonly Transmission<Loaded, T, O>[]): Promise<void> {
    let waiting = transmissions
    for (let times = 1; !(await allFinished(waiting, putBackAfterMs, stopping.signal)); times++) {
      const leftMs = stopping.signal.aborted ? 0 : (maxExtensions - times) * putBackAfterMs
      const late = waiting.filter(one => leftMs === 0 || queue.waitOf(one) > leftMs)
      await putBack(late)
      if (leftMs === 0) break
      waiting = waiting.filter(one => !late.includes(one))
    }
  }

  return {
    table: parts.table,
    columns: parts.columns,
    maxHeld,
    maxBatch,
    ...(parts.firstBelow !== undefined && {
      reserved: { below: parts.firstBelow, room: Math.floor((maxHeld * 2) / 5) },
    }),
    async work(rows, holder) {
      const { send, settled } = await parts.prepare(rows)
      stopping.signal.throwIfAborted()
      const transmissions = send.map(({ load, transports }) =>
        newTransmission<Loaded, T, O>({ load, holder, ...spanOf(load) }, transports),
      )
      for (const one of transmissions) queue.add(one)
      await Promise.all(settled.map(({ row, result }) => write(holder, [row], [result]).catch(unrecorded)))
      await finishOrPutBack(transmissions)
    },
    stop: () => stopping.abort(new Stopping()),
    async drain() {
      const until = performance.now() + stopWithinMs
      while (queue.running > 0 && performance.now() < until) await pause(10)
    },
  }
}

/** Keeps a result through database outages: without it, it would be unknown whether the message has left. */
function resultWriter<Row extends Held, Result>({
  database,
  settle,
}: {
  database: Database
  settle(tx: Tx, results: readonly Result[]): Promise<unknown>
}) {
  const settleTogether = groupCommit<readonly Result[], undefined>(
    database,
    async (tx, groups) => {
      await settle(tx, groups.flat())
      return groups.map(() => undefined)
    },
    // Results are never refused, however many there are.
    { maxWaiting: Number.POSITIVE_INFINITY, pauseMs: betweenResultsMs },
  )
  return async (holder: Holder<Row>, rows: readonly Row[], results: readonly Result[]): Promise<void> => {
    try {
      await throughOutages(() => settleTogether(results))
    } finally {
      holder.drop(rows)
    }
  }
}

type Explaining<Load> = { log: Logger; mayHaveBeenSent?(load: Load): boolean; describe(load: Load): object }

/** Puts the message back if nothing has left and the error is not its own. If another worker holds a row by now, the result changes nothing. */
function unlessPassing<Load, T extends Transport, O extends AnyOutcome>(
  { log, mayHaveBeenSent, describe }: Explaining<Load>,
  load: Load,
  sent: Sent<T, O>,
): Sent<T, O> {
  if (sent.kind !== 'error') return sent
  const { error } = sent
  const isOurs = error instanceof Fenced || (isPassing(error) && !mayHaveBeenSent?.(load))
  const waitsFor = error instanceof NeedsOperator ? `${operatorPrefix}${error.message}` : null
  if (isOurs) return { kind: 'put back', inMs: minPutBackMs, because: 'us', waitsFor }
  log.error({ err: error, ...describe(load) }, 'a message could not be sent because of an internal error')
  return sent
}

/** False when it takes too long, or when the worker stops. */
async function allFinished(
  transmissions: readonly { readonly finished: Promise<void> }[],
  putBackAfterMs: number,
  stopping: AbortSignal,
): Promise<boolean> {
  const timer = new AbortController()
  const late = pause(putBackAfterMs, false, { signal: AbortSignal.any([timer.signal, stopping]) }).catch(() => false)
  const finished = await Promise.race([Promise.all(transmissions.map(one => one.finished)).then(() => true), late])
  timer.abort()
  return finished
}
