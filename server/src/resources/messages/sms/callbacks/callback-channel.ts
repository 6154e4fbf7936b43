/**
 * The channel of callbacks. One worker at a time makes the calls of an environment: in parallel for different messages, one after
 * the other for the same message. The due calls are in the database; when a worker ends in the middle, another repeats the calls
 * without a result.
 */
import type { Logger } from 'pino'
import type { Clock } from '#core/clock.ts'
import type { Channel } from '#engine/channel.ts'
import type { Database } from '#postgres/database.ts'
import { groupCommit } from '#postgres/group-commit.ts'
import { throughOutages } from '#postgres/outages/through-outages.ts'
import type { QueuedDelivery, Sent } from '#resources/automation/webhooks/deliver/ordered-queue.ts'
import { type Service as QueueService, queueServer } from '#resources/automation/webhooks/deliver/queue-server.ts'
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
/** The encryption key has changed, or the row was copied. */
const noSecret: WebhookAnswer = {
  kind: 'unanswered',
  durationMs: 0,
  error: 'the secret for signing calls could not be opened: was POSTHORN_ENCRYPTION_KEY changed?',
}

type Service = QueueService<TakenQueue>

type Queued = DueCall & QueuedDelivery

export function callbackChannel(parts: CallbackChannelParts): Channel<TakenQueue> & AsyncDisposable {
  const { database, clock, log, poster, secrets, schedule = callSchedule, chance = Math.random } = parts
  const { maxAtOnce = 50, stopWithinMs = 20_000 } = parts
  const { record, running, stopping, isCutOff } = queueServer<TakenQueue, object, Queued>({
    begin: () => ({}),
    ...{ find, send: reportStatuses },
    release: (row, pauseMs) => throughOutages(() => releaseQueue(database.db, row, pauseMs)),
    released: ({ row, wasWoken }, _count, holder) => (wasWoken ? holder.wake(row.name) : undefined),
    words: {
      notServed: 'callbacks could not be made',
      notRecorded: 'the result of a callback was not recorded; the call will be repeated',
    },
    describe: ({ environmentId }) => ({ environmentId }),
    ...{ log, maxAtOnce, maxHeld, pageSize, stopWithinMs },
  })

  const settleTogether = groupCommit(database, (tx, results: readonly CallResult[]) => settle(tx, results), {
    maxWaiting: Number.POSITIVE_INFINITY,
  })

  async function find({ row }: Service, inHand: readonly string[]): Promise<readonly Queued[] | undefined> {
    const look = () => findDueCalls(database.db, row, inHand, pageSize)
    const due = await throughOutages(look, stopping)
    return due?.map(call => ({ ...call, position: call.smsId, subjectId: call.smsId }))
  }

  /** Calls with each status of one message, until none is left or a call has failed. */
  async function reportStatuses(service: Service, due: DueCall): Promise<Sent> {
    let call = due
    let success = true
    for (;;) {
      const next = nextToTell(call.told, call.status)
      if (!next || stopping.aborted) return done(success)
      const result = await callOnce(call, next)
      // We broke off the call ourselves: the next worker makes it.
      if (isCutOff()) return done(false)
      success &&= result.success
      const settled = await record(service, { smsId: result.smsId }, () => settleTogether(result))
      if (settled?.ended === undefined || result.againInMs !== null) return done(success)
      call = { ...call, ...result.after, ...settled.ended }
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

  return {
    ...running,
    table: callbackQueues,
    columns: queueColumns,
    named: isNamed,
    async [Symbol.asyncDispose]() {
      running.stop()
      await running.drain()
    },
  }
}

const done = (success: boolean): Sent => ({ success, recorded: Promise.resolve() })
