/**
 * The channel of callbacks. One worker at a time makes the calls of an environment: in parallel for different messages, one after
 * the other for the same message. The due calls are in the database; when a worker ends in the middle, another repeats the calls
 * without a result.
 */
import type { Logger } from 'pino'
import type { Clock } from '#core/clock.ts'
import { Stopping } from '#core/process/stopping.ts'
import type { Channel, Holder } from '#engine/channel.ts'
import type { Database } from '#postgres/database.ts'
import { groupCommit } from '#postgres/group-commit.ts'
import { throughOutages } from '#postgres/outages/through-outages.ts'
import { HeldQueues, type Served } from '#resources/automation/webhooks/deliver/held-queues.ts'
import {
  openOrderedQueue,
  type QueuedDelivery,
  type Sent,
} from '#resources/automation/webhooks/deliver/ordered-queue.ts'
import type { AttemptSchedule } from '#resources/automation/webhooks/deliver/schedule.ts'
import type { WebhookAnswer, WebhookPoster } from '#transports/webhook.ts'
import type { OutboundStatus } from '../sms.ts'
import { afterCall, callSchedule, describeFailure } from './after-call.ts'
import { type CallbackSecrets, nextToTell } from './callback.ts'
import {
  callbackQueues,
  type DueCall,
  findDueCalls,
  isNamed,
  queueColumns,
  releaseQueue,
  type TakenQueue,
} from './callback-store.ts'
import { type CallResult, settle } from './settle.ts'
import { twilioForm, twilioWords } from './twilio-form.ts'

export type CallbackChannelParts = {
  database: Database
  clock: Clock
  log: Logger
  poster: WebhookPoster
  secrets: CallbackSecrets
  schedule?: AttemptSchedule
  chance?: () => number
  /** The most concurrent calls for an environment whose receivers keep up. */
  maxAtOnce?: number
  stopWithinMs?: number
}

const pageSize = 400
const maxHeld = 1_000
/** Each poll checks every queue for a due call. */
const pollEveryMs = 2_000
/** An error of ours may last, and must not repeat calls in a loop. */
const pauseAfterErrorMs = 10_000
/** The encryption key has changed, or the row was copied. */
const noSecret: WebhookAnswer = {
  kind: 'unanswered',
  durationMs: 0,
  error: 'the secret for signing calls could not be opened: was POSTHORN_ENCRYPTION_KEY changed?',
}

type Service = Served & {
  readonly row: TakenQueue
  /** A result could not be written: the next one would fail as well. */
  hasFailed: boolean
}

type Queued = DueCall & QueuedDelivery

export function callbackChannel(parts: CallbackChannelParts): Channel<TakenQueue> & AsyncDisposable {
  const { database, clock, log, poster, secrets, schedule = callSchedule, chance = Math.random } = parts
  const { maxAtOnce = 50, stopWithinMs = 20_000 } = parts
  const stopping = new AbortController()
  const services = new HeldQueues<Service>()
  let isCutOff = false

  const settleTogether = groupCommit(database, (tx, results: readonly CallResult[]) => settle(tx, results), {
    maxWaiting: Number.POSITIVE_INFINITY,
  })

  async function find({ row }: Service, inHand: readonly string[]): Promise<readonly Queued[] | undefined> {
    const look = () => findDueCalls(database.db, row, inHand, pageSize)
    const due = await throughOutages(look, stopping.signal)
    return due?.map(call => ({ ...call, position: call.smsId, subjectId: call.smsId }))
  }

  /** Calls with each status of one message, until none is left or a call has failed. */
  async function reportStatuses(service: Service, due: DueCall): Promise<Sent> {
    let call = due
    let success = true
    for (;;) {
      const next = nextToTell(call.told, call.status)
      if (!next || stopping.signal.aborted) return done(success)
      const result = await callOnce(call, next)
      // We broke off the call ourselves: the next worker makes it.
      if (isCutOff) return done(false)
      success &&= result.success
      const ended = await write(service, result)
      if (ended === undefined || result.againInMs !== null) return done(success)
      call = { ...call, ...result.after, ...ended }
    }
  }

  async function callOnce(call: DueCall, status: OutboundStatus): Promise<CallResult & { success: boolean }> {
    const { environmentId, smsId, from, to, told, tries } = call
    const at = clock()
    const base = { environmentId, smsId, from, to, at, before: { told, tries } }
    const secret = call.secret && secrets.open(environmentId, call.secret)
    const answer = secret ? await poster.post(twilioForm({ ...call, status }, secret)) : noSecret
    const next = afterCall(answer, tries + 1, chance(), schedule)
    if (next.kind === 'again')
      return { ...base, after: { told, tries: tries + 1 }, againInMs: next.inMs, success: false }
    const settled = { ...base, after: { told: status, tries: 0 }, againInMs: null, success: next.kind === 'delivered' }
    if (next.kind === 'delivered') return settled
    return { ...settled, failure: describeFailure({ url: call.url, word: twilioWords[status] }, answer, tries + 1) }
  }

  /** A call whose result cannot be written is repeated: better twice than never. */
  async function write(service: Service, result: CallResult) {
    try {
      const { ended } = await throughOutages(() => settleTogether(result))
      return ended
    } catch (err) {
      log.error({ err, smsId: result.smsId }, 'the result of a callback was not recorded; the call will be repeated')
      service.hasFailed = true
      service.queue?.close()
      return undefined
    }
  }

  /** Makes calls until none is left. */
  async function serve(row: TakenQueue, holder: Holder<TakenQueue>): Promise<void> {
    const service: Service = { row, queue: undefined, hasFailed: false, wasWoken: false }
    const queue = openOrderedQueue<Queued>({
      find: inHand => find(service, inHand),
      send: due => reportStatuses(service, due),
      ...{ maxAtOnce, pageSize },
    })
    service.queue = queue
    services.set(row.name, service)
    try {
      await queue.ended
    } catch (err) {
      service.hasFailed = true
      if (!stopping.signal.aborted) log.error({ err, environmentId: row.environmentId }, 'callbacks could not be made')
    }
    const hasToPause = service.hasFailed && !stopping.signal.aborted
    await throughOutages(() => releaseQueue(database.db, row, hasToPause ? pauseAfterErrorMs : null))
    services.delete(row.name)
    holder.drop([row])
    if (service.wasWoken && !service.hasFailed && !stopping.signal.aborted) holder.wake(row.name)
  }

  function stop(): void {
    stopping.abort(new Stopping())
    services.close()
  }

  async function drain(): Promise<void> {
    await services.ended(stopWithinMs)
    isCutOff = true
  }

  return {
    table: callbackQueues,
    columns: queueColumns,
    named: isNamed,
    wakeHeld: name => services.wake(name),
    ...{ pollEveryMs, maxHeld, maxBatch: maxHeld },
    async work(rows, holder) {
      for (const row of rows) void serve(row, holder)
    },
    stop,
    drain,
    async [Symbol.asyncDispose]() {
      stop()
      await drain()
    },
  }
}

const done = (success: boolean): Sent => ({ success, recorded: Promise.resolve() })
