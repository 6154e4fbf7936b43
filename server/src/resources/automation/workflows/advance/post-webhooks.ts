/**
 * Webhook steps. Receivers may be slow, so the batch does not wait for them: the run is marked in doubt before the POST, and the answer is recorded
 * later. A run found in doubt is posted once more, marked as a possible duplicate.
 */
import type { Logger } from 'pino'
import type { Clock } from '#core/clock.ts'
import type { Database } from '#postgres/database.ts'
import { throughOutages } from '#postgres/outages/through-outages.ts'
import { isSuccess, nextOf } from '#resources/automation/webhooks/deliver/after-answer.ts'
import { attemptSchedule } from '#resources/automation/webhooks/deliver/schedule.ts'
import { signatureHeaders } from '#resources/automation/webhooks/sign.ts'
import type { WebhookAnswer, WebhookPoster } from '#transports/webhook.ts'
import { type OpenRun, runName } from '../runs/run.ts'
import { beginOutside, releaseRuns } from '../runs/run-store.ts'
import type { Item } from './apply.ts'
import type { Outcome } from './outcome.ts'
import type { PreparedEffect } from './prepare.ts'
import { type Receivers, receivers } from './receivers.ts'

export type PostParts = {
  database: Database
  clock: Clock
  log: Logger
  poster: WebhookPoster
  secretOf: (workflow: { environmentId: string; workflowId: string }) => Buffer
  chance: () => number
  /** Records the result. */
  settle: (item: Item) => Promise<unknown>
  stopWithinMs: number
}

export type Posting = Item & { effect: Extract<PreparedEffect, { kind: 'post' }> }

export type WebhookSteps = AsyncDisposable & {
  /** Calls `done` for each run that needs nothing more from this worker. */
  post(postings: readonly Posting[], done: (run: OpenRun) => void): Promise<void>
}

const schedule = { ...attemptSchedule, pausesMs: attemptSchedule.pausesMs.slice(0, 5) }

/** Parallel requests to one receiver, so that one that hangs does not block others. */
const maxToReceiver = 50
/** A fifth of what a worker holds: if all receivers of one environment hang, other environments still have room. */
const maxOfEnvironment = 200

type Limit = { load: Receivers; nameOf: (posting: Posting) => string }

export function webhookSteps(parts: PostParts): WebhookSteps {
  const { database, clock, log, poster, secretOf, chance, settle, stopWithinMs } = parts
  const inFlight = new Set<Promise<void>>()
  const limits: readonly Limit[] = [
    { load: receivers(maxToReceiver), nameOf: receiverOf },
    { load: receivers(maxOfEnvironment), nameOf: ({ run }) => run.environmentId },
  ]
  let isCutOff = false

  async function send(posting: Posting): Promise<void> {
    const { run, effect } = posting
    try {
      const answer = await poster.post({ url: effect.url, headers: headersOf(posting), body: effect.body })
      // We aborted the request ourselves: the next worker makes this attempt.
      if (isCutOff) return
      const outcome = outcomeOfAnswer(answer, run, chance())
      await throughOutages(() =>
        settle({ ...posting, now: clock(), isOutside: true, effect: { kind: 'settled', outcome } }),
      )
    } catch (err) {
      log.error({ err, runId: run.runId }, 'result of a webhook step was not recorded, will post again')
    }
  }

  function headersOf({ run, effect }: Posting): Record<string, string> {
    const { runId, nth, inDoubt } = run
    const signed = { id: `run_${runId}_${nth}`, secrets: [secretOf(run)], timestamp: clock(), body: effect.body }
    return {
      ...effect.headers,
      ...signatureHeaders(signed),
      ...(inDoubt && { 'posthorn-possible-duplicate': 'true' }),
    }
  }

  function track(posting: Posting, work: Promise<void>): void {
    const begun = performance.now()
    for (const { load, nameOf } of limits) load.enter(nameOf(posting))
    const tracked = work.finally(() => {
      inFlight.delete(tracked)
      const now = performance.now()
      for (const { load, nameOf } of limits) load.leave(nameOf(posting), now - begun, now)
    })
    inFlight.add(tracked)
  }

  /** Splits into postings that can start now and those that must wait, with the limit they wait for. */
  function split(postings: readonly Posting[]): { now: Posting[]; later: { posting: Posting; limit: Limit }[] } {
    const remaining = limits.map(() => new Map<string, number>())
    const now: Posting[] = []
    const later: { posting: Posting; limit: Limit }[] = []
    for (const posting of postings) {
      const slots = limits.map(
        ({ load, nameOf }, nth) => remaining[nth]?.get(nameOf(posting)) ?? load.freeSlots(nameOf(posting)),
      )
      const limit = limits.find((_, nth) => isCutOff || (slots[nth] ?? 0) <= 0)
      if (limit) {
        later.push({ posting, limit })
        continue
      }
      now.push(posting)
      for (const [nth, { nameOf }] of limits.entries()) remaining[nth]?.set(nameOf(posting), (slots[nth] ?? 0) - 1)
    }
    return { now, later }
  }

  const toTurn = ({ posting, limit: { load, nameOf } }: { posting: Posting; limit: Limit }) => ({
    ...posting.run,
    dueInMs: load.nextTurn(nameOf(posting), performance.now()),
  })

  return {
    async post(postings, done) {
      const { now, later } = split(postings)
      const [mine] = await Promise.all([
        now.length > 0
          ? beginOutside(
              database.db,
              now.map(({ run }) => run),
            )
          : [],
        later.length > 0 && releaseRuns(database.db, later.map(toTurn)),
      ])
      for (const { posting } of later) done(posting.run)
      const names = new Set(mine.map(runName))
      for (const one of now) {
        if (names.has(runName(one.run)))
          track(
            one,
            send(one).finally(() => done(one.run)),
          )
        else done(one.run)
      }
    },
    async [Symbol.asyncDispose]() {
      await Promise.race([Promise.all(inFlight), elapsed(stopWithinMs)])
      isCutOff = true
    },
  }
}

/** Limits by URL, not by host: many customers share a host, and one hanging URL must not block others. */
const receiverOf = ({ run, effect }: Posting): string => `${run.environmentId} ${effect.url}`
const elapsed = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms).unref())

function outcomeOfAnswer(answer: WebhookAnswer, { tries, inDoubt }: OpenRun, chance: number): Outcome {
  if (isSuccess(answer) && answer.kind === 'answered')
    return { kind: 'done', detail: { status: answer.status, ...(inDoubt && { possible_duplicate: true }) } }
  const error = answer.kind === 'answered' ? `The receiver answered with status ${answer.status}.` : answer.error
  const next = nextOf(answer, tries + 1, chance, schedule)
  return next.kind === 'again' ? { kind: 'again', inMs: next.inMs, error } : { kind: 'failed', error }
}
