/**
 * The channel of webhooks. A webhook is held by one worker at a time, which sends its events in order; each has a queue of its own,
 * so one that hangs holds up no other. What is to be sent stands in the database: a worker that ends in the middle is followed by
 * another, which sends again what has no result.
 */
import type { Logger } from 'pino'
import type { Clock } from '#core/clock.ts'
import { turns } from '#core/fairness/turns.ts'
import { Stopping } from '#core/process/stopping.ts'
import type { Tracer } from '#core/tracing.ts'
import type { Channel, Hand } from '#engine/channel.ts'
import type { Database } from '#postgres/database.ts'
import { groupCommit } from '#postgres/group-commit.ts'
import { throughOutages } from '#postgres/outages/through-outages.ts'
import type { WebhookPoster } from '#transports/webhook.ts'
import {
  type DueDelivery,
  dueInMs,
  findDueDeliveries,
  findHeld,
  type HeldWebhook,
  isNamed,
  nameOf,
  releaseWebhook,
  type TakenWebhook,
  unproven,
  watchHeld,
  webhookColumns,
  webhookTable,
} from '../due-store.ts'
import { postEvent } from '../post-event.ts'
import type { Secrets } from '../secrets.ts'
import { type AttemptResult, settleAttempts } from '../settle.ts'
import { HeldQueues, type Served } from './held-queues.ts'
import { isGone, isSuccess, type Next, nextOf, toAttempt } from './judge.ts'
import { openOrderedQueue, type Sent } from './ordered-queue.ts'
import { type AttemptSchedule, attemptSchedule } from './schedule.ts'

export type WebhookChannelParts = {
  database: Database
  clock: Clock
  log: Logger
  poster: WebhookPoster
  secrets: Secrets
  /** For whoever counts. */
  posted?: (next: Next['kind']) => void
  schedule?: AttemptSchedule
  chance?: () => number
  /** How many at once a receiver that keeps up gets. */
  maxAtOnce?: number
  /** How many webhooks it serves at once. */
  maxHeld?: number
  /** One that fails makes room for others after so long. */
  roundMs?: number
  /** How long a change of a webhook may go unnoticed while something is sent to it. */
  watchMs?: number
  stopWithinMs?: number
  tracer?: Tracer | undefined
}

const pageSize = { first: 400, again: 100 }
/** However many receivers hang, those that answer have so much to themselves. */
const roomForProven = 0.4
/** A thousand webhooks may be woken by one event: if all of them asked at once, nobody else would get a connection to the database. */
const looksAtOnce = 8
/** Each look asks for every webhook whether something waits for it. */
const lookEveryMs = 2_000
/** A pause that is longer ends while somebody looks. */
const longestTimerMs = 600_000
/** An error of ours may last: nobody is to be hit by the same attempt again and again. */
const pauseAfterErrorMs = 10_000
/** What is due and yet was not found must not keep us busy. */
const shortestTimerMs = 50

type Service = Served & {
  readonly row: TakenWebhook
  /** In milliseconds of this process. */
  readonly begun: number
  webhook: HeldWebhook
  /** The highest position that was found. */
  seen: bigint
  /** A result could not be written: the same would happen again at once. */
  hasFailed: boolean
  /** It has failed for long enough: others have their turn. */
  hasMadeRoom: boolean
}

export function webhookChannel(parts: WebhookChannelParts): Channel<TakenWebhook> & AsyncDisposable {
  const { database, clock, log, schedule = attemptSchedule, chance = Math.random } = parts
  const { maxAtOnce = 50, maxHeld = 1_000, roundMs = 10_000 } = parts
  const { watchMs = 1_000, stopWithinMs = 20_000 } = parts
  const stopping = new AbortController()
  const services = new HeldQueues<Service>()
  const timers = new Map<string, NodeJS.Timeout>()
  const inTurn = turns(looksAtOnce)
  let isCutOff = false

  const settleTogether = groupCommit(database, (tx, results: readonly AttemptResult[]) => settleAttempts(tx, results), {
    maxWaiting: Number.POSITIVE_INFINITY,
  })

  async function send(service: Service, due: DueDelivery): Promise<Sent> {
    const { webhook } = service
    const begunAt = clock()
    const span = parts.tracer?.start('call', 'post to a webhook', {
      'posthorn.environment_id': webhook.environmentId,
      'posthorn.webhook_id': webhook.webhookId,
      'posthorn.event_id': due.eventId,
    })
    const answer = await postEvent(parts, webhook, { ...due, id: due.eventId }, begunAt)
    if (answer.kind === 'answered') span?.end({ 'http.response.status_code': answer.status })
    else span?.end({}, 'failed')
    // We broke off ourselves: whoever comes next makes this attempt.
    if (isCutOff) return { success: false, recorded: Promise.resolve() }
    if (isGone(answer)) service.queue?.close()
    if (!isSuccess(answer) && performance.now() - service.begun > roundMs) makeRoom(service)
    const next = nextOf(answer, due.tries + 1, chance(), schedule)
    parts.posted?.(next.kind)
    const recorded = write(service, {
      environmentId: webhook.environmentId,
      webhookId: webhook.webhookId,
      position: due.position,
      eventId: due.eventId,
      expectedTries: due.tries,
      attempt: toAttempt(answer, begunAt),
      next,
      ...(isGone(answer) && { gone: true as const }),
    })
    return { success: isSuccess(answer), recorded }
  }

  /** Whatever else waits for it is sent in its next turn. */
  function makeRoom(service: Service): void {
    service.hasMadeRoom = true
    service.queue?.close()
  }

  /** An attempt whose result cannot be written is made again: better twice than never. */
  async function write(service: Service, result: AttemptResult): Promise<void> {
    try {
      const { becameInactive } = await throughOutages(() => settleTogether(result))
      if (becameInactive) service.queue?.close()
    } catch (err) {
      log.error({ err, webhookId: service.row.webhookId }, 'the result of a webhook delivery was not recorded')
      service.hasFailed = true
      service.queue?.close()
    }
  }

  async function find(service: Service, inHand: readonly string[]): Promise<readonly DueDelivery[] | undefined> {
    const look = () =>
      Promise.all([findHeld(database.db, service.row), findDueDeliveries(database.db, service.row, inHand, pageSize)])
    const [webhook, found] = await inTurn(service.row.environmentId, () => throughOutages(look, stopping.signal))
    if (!webhook) return undefined
    service.webhook = webhook
    for (const { position } of found) if (BigInt(position) > service.seen) service.seen = BigInt(position)
    return found
  }

  /** Sends until nothing is left. */
  async function serve(row: TakenWebhook, hand: Hand<TakenWebhook>): Promise<void> {
    const fresh = { queue: undefined, seen: 0n, hasFailed: false, hasMadeRoom: false, wasWoken: false }
    const service: Service = { row, webhook: row, begun: performance.now(), ...fresh }
    const queue = openOrderedQueue({
      find: inHand => find(service, inHand),
      send: due => send(service, due),
      ...{ maxAtOnce, pageSize: pageSize.first },
    })
    service.queue = queue
    services.set(row.name, service)
    let count = 0
    try {
      count = await queue.ended
    } catch (err) {
      service.hasFailed = true
      if (!stopping.signal.aborted) log.error({ err, webhookId: row.webhookId }, 'a webhook could not be served')
    }
    const pauseMs = service.hasFailed && !stopping.signal.aborted ? pauseAfterErrorMs : null
    await inTurn(row.environmentId, () => throughOutages(() => releaseWebhook(database.db, row, pauseMs)))
    services.delete(row.name)
    hand.drop([row])
    if (!service.hasFailed && !stopping.signal.aborted) await comeBack(service, count, hand)
  }

  /** What was committed while it was held, and was not heard of, is seen now; a pause that ends soon is waited for. */
  async function comeBack(
    { row, wasWoken, hasMadeRoom }: Service,
    count: number,
    hand: Hand<TakenWebhook>,
  ): Promise<void> {
    const look = () => throughOutages(() => dueInMs(database.db, row), stopping.signal)
    const waitMs = await inTurn(row.environmentId, look).catch(() => undefined)
    const hasMore = wasWoken || (waitMs === 0 && count > 0)
    // By its name it would be taken before those that have waited longer.
    if (hasMore) return hasMadeRoom ? undefined : hand.wake(row.name)
    if (waitMs === undefined || waitMs > longestTimerMs) return
    clearTimeout(timers.get(row.name))
    const wake = () => {
      timers.delete(row.name)
      hand.wake(row.name)
    }
    timers.set(row.name, setTimeout(wake, Math.max(waitMs, shortestTimerMs)).unref())
  }

  /** Changes of webhooks take effect on what is in memory, and what other workers were told of is noticed. */
  async function watch(): Promise<void> {
    const held = [...services.values()]
    if (held.length === 0) return
    const asked = held.map(({ row, seen }) => ({ ...row, seen: String(seen) }))
    const byName = new Map((await watchHeld(database.db, asked)).map(one => [nameOf(one), one]))
    for (const service of held) {
      const found = byName.get(service.row.name)
      if (!found) service.queue?.close()
      else service.webhook = found
      if (found?.hasNew) service.queue?.wake()
    }
  }

  const watching = setInterval(() => {
    watch().catch(err => log.warn({ err }, 'webhooks could not be watched; it is tried again'))
  }, watchMs).unref()

  function stop(): void {
    stopping.abort(new Stopping())
    for (const timer of timers.values()) clearTimeout(timer)
    services.close()
  }

  async function drain(): Promise<void> {
    await services.ended(stopWithinMs)
    isCutOff = true
    clearInterval(watching)
  }

  return {
    table: webhookTable,
    columns: webhookColumns,
    named: isNamed,
    wakeHeld: name => services.wake(name),
    ...{ lookEveryMs, maxHeld, maxBatch: maxHeld },
    reserved: { below: unproven, room: Math.floor(maxHeld * roomForProven) },
    async work(rows, hand) {
      for (const row of rows) void serve(row, hand)
    },
    stop,
    drain,
    async [Symbol.asyncDispose]() {
      stop()
      await drain()
    },
  }
}
