/**
 * The channel of callbacks. The calls of an environment are made by one worker at a time: side by side for different messages, one after the other for the same.
 * What is to be called stands in the database; a worker that ends in the middle is followed by another, which makes again what has no result.
 */
import type { Logger } from 'pino'
import type { Clock } from '#core/clock.ts'
import { Stopping } from '#core/process/stopping.ts'
import type { Channel, Hand } from '#engine/channel.ts'
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
import { afterCall, callSchedule, describeFailure, isSuccess } from './judge.ts'
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
  /** How many at once an environment whose receivers keep up gets. */
  maxAtOnce?: number
  stopWithinMs?: number
}

const pageSize = 400
const maxHeld = 1_000
/** Each look asks for every queue whether a call is due. */
const lookEveryMs = 2_000
/** An error of ours may last: nobody is to be called again and again for it. */
const pauseAfterErrorMs = 10_000
/** After another encryption key, or a row that was copied. */
const noSecret: WebhookAnswer = {
  kind: 'unanswered',
  durationMs: 0,
  error: 'what calls are signed with could not be opened: was POSTHORN_ENCRYPTION_KEY changed?',
}

type Service = Served & {
  readonly row: TakenQueue
  /** A result could not be written: the same would happen again at once. */
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

  /** All that is to be told of one message, until nothing is left or a call has failed. */
  async function tell(service: Service, due: DueCall): Promise<Sent> {
    let call = due
    let success = true
    for (;;) {
      const next = nextToTell(call.told, call.status)
      if (!next || stopping.signal.aborted) return done(success)
      const result = await callOnce(call, next)
      // We broke off ourselves: whoever comes next makes this call.
      if (isCutOff) return done(false)
      success &&= result.success
      const status = await write(service, result)
      if (status === undefined || result.againInMs !== null) return done(success)
      call = { ...call, ...result.after, status }
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
    const settled = { ...base, after: { told: status, tries: 0 }, againInMs: null, success: isSuccess(answer) }
    if (next.kind === 'delivered') return settled
    return { ...settled, failure: describeFailure({ url: call.url, word: twilioWords[status] }, answer, tries + 1) }
  }

  /** A call whose result cannot be written is made again: better twice than never. */
  async function write(service: Service, result: CallResult) {
    try {
      const { status } = await throughOutages(() => settleTogether(result))
      return status
    } catch (err) {
      log.error({ err, smsId: result.smsId }, 'the result of a callback was not recorded; it is called again')
      service.hasFailed = true
      service.queue?.close()
      return undefined
    }
  }

  /** Calls until nothing is left. */
  async function serve(row: TakenQueue, hand: Hand<TakenQueue>): Promise<void> {
    const service: Service = { row, queue: undefined, hasFailed: false, wasWoken: false }
    const queue = openOrderedQueue<Queued>({
      find: inHand => find(service, inHand),
      send: due => tell(service, due),
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
    hand.drop([row])
    if (service.wasWoken && !service.hasFailed && !stopping.signal.aborted) hand.wake(row.name)
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
    ...{ lookEveryMs, maxHeld, maxBatch: maxHeld },
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

const done = (success: boolean): Sent => ({ success, recorded: Promise.resolve() })
