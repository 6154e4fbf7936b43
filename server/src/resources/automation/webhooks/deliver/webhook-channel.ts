/**
 * The channel for webhooks. One worker at a time holds a webhook and sends its events in order. Each webhook has its own queue, so one that hangs
 * does not delay others. Pending deliveries are in the database: when a worker crashes, another sends again what has no result.
 */
import type { Logger } from 'pino'
import type { Clock } from '#core/clock.ts'
import { turns } from '#core/fairness/turns.ts'
import type { Tracer } from '#core/tracing.ts'
import type { Channel, Holder } from '#engine/channel.ts'
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
import { isGone, isSuccess, type Next, nextOf, toAttempt } from './after-answer.ts'
import type { Sent } from './ordered-queue.ts'
import { type Service as QueueService, queueServer } from './queue-server.ts'
import { type AttemptSchedule, attemptSchedule } from './schedule.ts'

export type WebhookChannelParts = {
  database: Database
  clock: Clock
  log: Logger
  poster: WebhookPoster
  secrets: Secrets
  /** For metrics. */
  posted?: (next: Next['kind']) => void
  schedule?: AttemptSchedule
  chance?: () => number
  /** The maximum parallel requests to a receiver that keeps up. */
  maxAtOnce?: number
  /** The maximum number of webhooks served at once. */
  maxHeld?: number
  /** A failing webhook gives up its slot after this time. */
  roundMs?: number
  /** The maximum time until a change of a webhook being served is noticed. */
  watchMs?: number
  stopWithinMs?: number
  tracer?: Tracer | undefined
}

const pageSize = { first: 400, again: 100 }
/** This share of the slots is reserved for receivers that answer. */
const shareForProven = 0.4
/** One event may wake a thousand webhooks: if all queried at once, nothing else would get a database connection. */
const parallelQueries = 8
/** The regular poll ends longer pauses. */
const maxTimerMs = 600_000
/** Avoids a busy loop when a due delivery is not found. */
const minTimerMs = 50

type Own = {
  /** By performance.now(). */
  readonly begun: number
  webhook: HeldWebhook
  /** The highest position found. */
  seen: bigint
  /** It has failed long enough: others get its slot. */
  hasGivenWay: boolean
}

type Service = QueueService<TakenWebhook> & Own

export function webhookChannel(parts: WebhookChannelParts): Channel<TakenWebhook> & AsyncDisposable {
  const { database, clock, log, schedule = attemptSchedule, chance = Math.random } = parts
  const { maxAtOnce = 50, maxHeld = 1_000, roundMs = 10_000 } = parts
  const { watchMs = 1_000, stopWithinMs = 20_000 } = parts
  const timers = new Map<string, NodeJS.Timeout>()
  const inTurn = turns(parallelQueries)
  const { services, record, running, stopping, isCutOff } = queueServer<TakenWebhook, Own, DueDelivery>({
    begin: row => ({ webhook: row, begun: performance.now(), seen: 0n, hasGivenWay: false }),
    ...{ find, send, released },
    release: (row, pauseMs) =>
      inTurn(row.environmentId, () => throughOutages(() => releaseWebhook(database.db, row, pauseMs))),
    words: { notServed: 'webhook could not be served', notRecorded: 'result of a webhook delivery was not recorded' },
    describe: ({ webhookId }) => ({ webhookId }),
    ...{ log, maxAtOnce, maxHeld, pageSize: pageSize.first, stopWithinMs },
  })

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
    // We aborted the request ourselves: the next worker makes this attempt.
    if (isCutOff()) return { success: false, recorded: Promise.resolve() }
    if (isGone(answer)) service.queue?.close()
    if (!isSuccess(answer) && performance.now() - service.begun > roundMs) giveWay(service)
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
      ...(isGone(answer) && { gone: webhook.url }),
    })
    return { success: isSuccess(answer), recorded }
  }

  /** Its other deliveries are sent in its next turn. */
  function giveWay(service: Service): void {
    service.hasGivenWay = true
    service.queue?.close()
  }

  async function write(service: Service, result: AttemptResult): Promise<void> {
    const settled = await record(service, { webhookId: result.webhookId }, () => settleTogether(result))
    if (settled?.becameInactive) service.queue?.close()
  }

  async function find(service: Service, taken: readonly string[]): Promise<readonly DueDelivery[] | undefined> {
    const look = () =>
      Promise.all([findHeld(database.db, service.row), findDueDeliveries(database.db, service.row, taken, pageSize)])
    const [webhook, found] = await inTurn(service.row.environmentId, () => throughOutages(look, stopping))
    if (!webhook) return undefined
    service.webhook = webhook
    for (const { position } of found) if (BigInt(position) > service.seen) service.seen = BigInt(position)
    return found
  }

  /** Checks for deliveries committed while the webhook was held, and sets a timer for a pause that ends soon. */
  async function released(
    { row, wasWoken, hasGivenWay }: Service,
    count: number,
    holder: Holder<TakenWebhook>,
  ): Promise<void> {
    const look = () => throughOutages(() => dueInMs(database.db, row), stopping)
    const waitMs = await inTurn(row.environmentId, look).catch(() => undefined)
    const hasMore = wasWoken || (waitMs === 0 && count > 0)
    // Waking it by name would put it before those that have waited longer.
    if (hasMore) return hasGivenWay ? undefined : holder.wake(row.name)
    if (waitMs === undefined || waitMs > maxTimerMs) return
    clearTimeout(timers.get(row.name))
    const wake = () => {
      timers.delete(row.name)
      holder.wake(row.name)
    }
    timers.set(row.name, setTimeout(wake, Math.max(waitMs, minTimerMs)).unref())
  }

  /** Applies changes of webhooks to the queues in memory, and finds deliveries that only other workers were notified of. */
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
    watch().catch(err => log.warn({ err }, 'webhooks could not be watched, will retry'))
  }, watchMs).unref()

  function stop(): void {
    running.stop()
    for (const timer of timers.values()) clearTimeout(timer)
  }

  async function drain(): Promise<void> {
    await running.drain()
    clearInterval(watching)
  }

  return {
    ...running,
    table: webhookTable,
    columns: webhookColumns,
    named: isNamed,
    reserved: { below: unproven, room: Math.floor(maxHeld * shareForProven) },
    stop,
    drain,
    async [Symbol.asyncDispose]() {
      stop()
      await drain()
    },
  }
}
