/**
 * Serves the rows that a worker holds, each with a queue of its own: it sends until nothing is due, then the row is released. The channels of webhooks
 * and of callbacks are built on it.
 */
import type { Logger } from 'pino'
import { Stopping } from '#core/process/stopping.ts'
import type { Channel, Holder } from '#engine/channel.ts'
import type { Held } from '#engine/work-table.ts'
import { throughOutages } from '#postgres/outages/through-outages.ts'
import { HeldQueues, type Served } from './held-queues.ts'
import { openOrderedQueue, type QueuedDelivery, type Sent } from './ordered-queue.ts'

/** A held row while it is served. */
export type Service<Row> = Served & {
  readonly row: Row
  /** A result could not be recorded: an immediate retry would fail the same way. */
  hasFailed: boolean
}

export type QueueServerParts<Row extends Held, Own extends object, D extends QueuedDelivery> = {
  log: Logger
  /** What the channel remembers of a row while it is served. */
  begin(row: Row): Own
  /** Finds due deliveries, except those already taken; undefined when this worker no longer holds the row. */
  find(service: Service<Row> & Own, taken: readonly string[]): Promise<readonly D[] | undefined>
  send(service: Service<Row> & Own, due: D): Promise<Sent>
  release(row: Row, pauseMs: number | null): Promise<unknown>
  /** The row was released without an error, after this many deliveries. */
  released(service: Service<Row> & Own, count: number, holder: Holder<Row>): Promise<void> | void
  /** The log's words for an error, and for a result that is lost. */
  words: { notServed: string; notRecorded: string }
  describe(row: Row): object
  /** The maximum parallel requests to a receiver that keeps up. */
  maxAtOnce: number
  /** The maximum number of rows served at once. */
  maxHeld: number
  pageSize: number
  stopWithinMs: number
}

/** Each poll checks every row for due deliveries. */
const pollEveryMs = 2_000
/** Internal errors may last: a receiver must not get the same attempt over and over. */
const pauseAfterErrorMs = 10_000

export function queueServer<Row extends Held & { name: string }, Own extends object, D extends QueuedDelivery>(
  parts: QueueServerParts<Row, Own, D>,
) {
  const { log, words, maxAtOnce, maxHeld, pageSize } = parts
  const services = new HeldQueues<Service<Row> & Own>()
  const stopping = new AbortController()
  const cutOff = new AbortController()

  async function serve(row: Row, holder: Holder<Row>): Promise<void> {
    const fresh: Service<Row> = { row, queue: undefined, wasWoken: false, hasFailed: false }
    const service = { ...fresh, ...parts.begin(row) }
    const queue = openOrderedQueue<D>({
      find: taken => parts.find(service, taken),
      send: due => parts.send(service, due),
      ...{ maxAtOnce, pageSize },
    })
    service.queue = queue
    services.set(row.name, service)
    let count = 0
    try {
      count = await queue.ended
    } catch (err) {
      service.hasFailed = true
      if (!stopping.signal.aborted) log.error({ err, ...parts.describe(row) }, words.notServed)
    }
    await parts.release(row, service.hasFailed && !stopping.signal.aborted ? pauseAfterErrorMs : null)
    services.delete(row.name)
    holder.drop([row])
    if (!service.hasFailed && !stopping.signal.aborted) await parts.released(service, count, holder)
  }

  /** A delivery whose result cannot be recorded is repeated: better twice than never. */
  async function record<R>(service: Service<Row>, about: object, write: () => Promise<R>): Promise<R | undefined> {
    try {
      return await throughOutages(write)
    } catch (err) {
      log.error({ err, ...about }, words.notRecorded)
      service.hasFailed = true
      service.queue?.close()
      return undefined
    }
  }

  const running = {
    wakeHeld: name => services.wake(name),
    ...{ pollEveryMs, maxHeld, maxBatch: maxHeld },
    async work(rows, holder) {
      for (const row of rows) void serve(row, holder)
    },
    stop() {
      stopping.abort(new Stopping())
      services.close()
    },
    /** Requests that take longer are cut off: the next worker makes them. */
    async drain() {
      await services.ended(parts.stopWithinMs)
      cutOff.abort()
    },
  } satisfies Partial<Channel<Row>>

  return { services, record, running, stopping: stopping.signal, isCutOff: () => cutOff.signal.aborted }
}
