/**
 * Webhook steps. A receiver may take its time, so nobody waits for it: before a POST the run is marked as being in doubt, and what
 * was answered is written down later. A run that is found in doubt is posted once more, and says so.
 */
import type { Logger } from 'pino'
import type { Clock } from '#core/clock.ts'
import type { Database } from '#postgres/database.ts'
import { throughOutages } from '#postgres/outages/through-outages.ts'
import { isSuccess, nextOf } from '#resources/automation/webhooks/deliver/judge.ts'
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
  /** Writes down what became of it. */
  settle: (item: Item) => Promise<unknown>
  stopWithinMs: number
}

export type Posting = Item & { effect: Extract<PreparedEffect, { kind: 'post' }> }

export type WebhookSteps = AsyncDisposable & {
  /** `done` is called for each that nothing more will happen to here. */
  post(postings: readonly Posting[], done: (run: OpenRun) => void): Promise<void>
}

const schedule = { ...attemptSchedule, pausesMs: attemptSchedule.pausesMs.slice(0, 5) }

/** At once to one receiver: one that hangs must not hold up others. */
const maxToReceiver = 50
/** A fifth of what a worker holds: the runs of an environment whose receivers all hang leave room for those of others. */
const maxOfEnvironment = 200

type Limit = { told: Receivers; nameOf: (posting: Posting) => string }

export function webhookSteps(parts: PostParts): WebhookSteps {
  const { database, clock, log, poster, secretOf, chance, settle, stopWithinMs } = parts
  const underWay = new Set<Promise<void>>()
  const limits: readonly Limit[] = [
    { told: receivers(maxToReceiver), nameOf: receiverOf },
    { told: receivers(maxOfEnvironment), nameOf: ({ run }) => run.environmentId },
  ]
  let isCutOff = false

  async function send(posting: Posting): Promise<void> {
    const { run, effect } = posting
    try {
      const answer = await poster.post({ url: effect.url, headers: headersOf(posting), body: effect.body })
      // We broke off ourselves: whoever comes next makes this attempt.
      if (isCutOff) return
      const outcome = judge(answer, run, chance())
      await throughOutages(() =>
        settle({ ...posting, now: clock(), isOutside: true, effect: { kind: 'settled', outcome } }),
      )
    } catch (err) {
      log.error({ err, runId: run.runId }, 'the result of a webhook step was not recorded; it will be posted again')
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
    for (const { told, nameOf } of limits) told.enter(nameOf(posting))
    const tracked = work.finally(() => {
      underWay.delete(tracked)
      const now = performance.now()
      for (const { told, nameOf } of limits) told.leave(nameOf(posting), now - begun, now)
    })
    underWay.add(tracked)
  }

  /** Those that there is room for, and the others with what they wait for. */
  function split(postings: readonly Posting[]): { now: Posting[]; later: { posting: Posting; limit: Limit }[] } {
    const free = limits.map(() => new Map<string, number>())
    const now: Posting[] = []
    const later: { posting: Posting; limit: Limit }[] = []
    for (const posting of postings) {
      const rooms = limits.map(
        ({ told, nameOf }, nth) => free[nth]?.get(nameOf(posting)) ?? told.roomAt(nameOf(posting)),
      )
      const limit = limits.find((_, nth) => isCutOff || (rooms[nth] ?? 0) <= 0)
      if (limit) {
        later.push({ posting, limit })
        continue
      }
      now.push(posting)
      for (const [nth, { nameOf }] of limits.entries()) free[nth]?.set(nameOf(posting), (rooms[nth] ?? 0) - 1)
    }
    return { now, later }
  }

  const toTurn = ({ posting, limit: { told, nameOf } }: { posting: Posting; limit: Limit }) => ({
    ...posting.run,
    dueInMs: told.nextTurn(nameOf(posting), performance.now()),
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
      await Promise.race([Promise.all(underWay), elapsed(stopWithinMs)])
      isCutOff = true
    },
  }
}

/** Many people's receivers live at one host: one of them that hangs must not hold up the others. */
const receiverOf = ({ run, effect }: Posting): string => `${run.environmentId} ${effect.url}`
const elapsed = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms).unref())

function judge(answer: WebhookAnswer, { tries, inDoubt }: OpenRun, chance: number): Outcome {
  if (isSuccess(answer) && answer.kind === 'answered')
    return { kind: 'done', detail: { status: answer.status, ...(inDoubt && { possible_duplicate: true }) } }
  const error = answer.kind === 'answered' ? `The receiver answered with status ${answer.status}.` : answer.error
  const next = nextOf(answer, tries + 1, chance, schedule)
  return next.kind === 'again' ? { kind: 'again', inMs: next.inMs, error } : { kind: 'failed', error }
}
