/**
 * Sends what waits for webhooks. A webhook is held by one worker at a time, which sends its events in order; each has a
 * lane of its own, so one that hangs holds up no other. What is to be sent stands in the database: a worker that ends in the
 * middle is followed by another, which sends again what has no result.
 */
import type { Logger } from 'pino'
import type { Clock } from '#core/clock.ts'
import { type Identity, thisIdentity } from '#core/process-identity.ts'
import { Stopping } from '#core/stopping.ts'
import { untilIdle } from '#dispatch/errand.ts'
import { throughOutages } from '#dispatch/through-outages.ts'
import type { DeliverWebhooks } from '#events/jobs.ts'
import type { Database } from '#postgres/database.ts'
import { groupCommit } from '#postgres/group-commit.ts'
import type { WebhookPoster } from '#transports/webhook.ts'
import {
  type DueDelivery,
  dueInMs,
  findDueDeliveries,
  findForgottenWebhooks,
  findHeld,
  findHolders,
  type HeldWebhook,
  holdWebhook,
  releaseHold,
  releaseHoldsOf,
  renewHolds,
  type WebhookKey,
  watchHolds,
} from '../lane-store.ts'
import { postEvent } from '../post-event.ts'
import type { Secrets } from '../secrets.ts'
import { type AttemptResult, settleAttempts } from '../settle.ts'
import { hasEnded, nameHolder } from './holder.ts'
import { isGone, isSuccess, nextOf, toAttempt } from './judge.ts'
import { type Lane, openLane, type Sent } from './lane.ts'
import { type AttemptSchedule, attemptSchedule } from './schedule.ts'

export type WebhookDelivererParts = {
  database: Database
  clock: Clock
  log: Logger
  poster: WebhookPoster
  secrets: Secrets
  schedule?: AttemptSchedule
  chance?: () => number
  /** How many at once a receiver that keeps up gets. */
  most?: number
  /** How long a worker that says nothing keeps a webhook. */
  holdMs?: number
  /** How long a change of a webhook may go unnoticed while something is sent to it. */
  watchMs?: number
  identity?: Identity
  stopWithinMs?: number
}

export type WebhookDeliverer = AsyncDisposable & {
  /** Returns at once: the job only says that there is something, and others must not wait for a receiver. */
  deliver(job: DeliverWebhooks): Promise<void>
  /** Takes up what nobody sends although it is due. */
  takeUpForgotten(): Promise<void>
  stop(): void
}

const pageSize = { first: 400, again: 100 }
const forgottenAtOnce = 1_000
/** A pause that is longer is noticed by those who look for what was forgotten. */
const longestTimerMs = 600_000
/** What is due and yet was not found must not keep us busy. */
const shortestTimerMs = 50

type Round = {
  readonly key: WebhookKey
  webhook: HeldWebhook | undefined
  lane: Lane | undefined
  heldUntilMs: number
  /** The highest position that was found. */
  seen: bigint
  /** A result could not be written: the same would happen again at once. */
  hasStumbled: boolean
  /** Something may have come that the last look did not see. */
  wasWoken: boolean
}

const nameOf = ({ environmentId, webhookId }: WebhookKey): string => `${environmentId} ${webhookId}`

export function webhookDeliverer(parts: WebhookDelivererParts): WebhookDeliverer {
  const { database, clock, log } = parts
  const { schedule = attemptSchedule, chance = Math.random, most = 50 } = parts
  const { holdMs = 30_000, watchMs = 1_000, stopWithinMs = 20_000, identity = thisIdentity() } = parts
  const holder = nameHolder(identity)
  const stopping = new AbortController()
  const rounds = new Map<string, Round>()
  const timers = new Map<string, NodeJS.Timeout>()
  const nowMs = () => performance.now()
  let isCutOff = false

  const settleTogether = groupCommit(database, (tx, results: readonly AttemptResult[]) => settleAttempts(tx, results), {
    maxWaiting: Number.POSITIVE_INFINITY,
  })

  async function send(webhook: HeldWebhook, due: DueDelivery): Promise<Sent> {
    const begunAt = clock()
    const answer = await postEvent(parts, webhook, { ...due, id: due.eventId }, begunAt)
    // We broke off ourselves: whoever comes next makes this attempt.
    if (isCutOff) return { success: false, recorded: Promise.resolve() }
    if (isGone(answer)) rounds.get(nameOf(webhook))?.lane?.close()
    const recorded = write(webhook, {
      environmentId: webhook.environmentId,
      webhookId: webhook.webhookId,
      position: due.position,
      expectedTries: due.tries,
      attempt: toAttempt(answer, begunAt),
      next: nextOf(answer, due.tries + 1, chance(), schedule),
      ...(isGone(answer) && { gone: true as const }),
    })
    return { success: isSuccess(answer), recorded }
  }

  /** An attempt whose result cannot be written is made again: better twice than never. */
  async function write(webhook: HeldWebhook, result: AttemptResult): Promise<void> {
    try {
      const { becameInactive } = await throughOutages(() => settleTogether(result))
      if (becameInactive) rounds.get(nameOf(webhook))?.lane?.close()
    } catch (err) {
      log.error({ err, webhookId: webhook.webhookId }, 'the result of a webhook delivery was not recorded')
      const round = rounds.get(nameOf(webhook))
      if (round) round.hasStumbled = true
      round?.lane?.close()
    }
  }

  async function find(round: Round, inHand: readonly string[]): Promise<readonly DueDelivery[] | undefined> {
    if (nowMs() > round.heldUntilMs) return undefined
    const [webhook, found] = await throughOutages(
      () =>
        Promise.all([
          findHeld(database.db, round.key, holder),
          findDueDeliveries(database.db, round.key, inHand, pageSize),
        ]),
      stopping.signal,
    )
    round.webhook = webhook
    for (const { position } of found) if (BigInt(position) > round.seen) round.seen = BigInt(position)
    return webhook && found
  }

  /** One hold of a webhook, until nothing is left to send. Says how many were sent; undefined when it is not ours to send to. */
  async function serve(round: Round): Promise<number | undefined> {
    const { key } = round
    const begunMs = nowMs()
    const held = await throughOutages(() => holdWebhook(database.db, key, holder, holdMs), stopping.signal)
    if (!held) return undefined
    round.webhook = held
    round.heldUntilMs = begunMs + holdMs
    round.lane = openLane({
      find: inHand => find(round, inHand),
      send: due => send(round.webhook ?? held, due),
      most,
      pageSize: pageSize.first,
    })
    try {
      return await round.lane.ended
    } finally {
      round.lane = undefined
      await throughOutages(() => releaseHold(database.db, key, holder))
    }
  }

  /**
   * Whoever finds a webhook held by another goes away, because the holder looks once more after it has let go: what was
   * committed before that is seen.
   */
  async function run(round: Round): Promise<void> {
    const name = nameOf(round.key)
    try {
      for (;;) {
        round.wasWoken = false
        const count = await serve(round)
        if (count === undefined || round.hasStumbled || stopping.signal.aborted) return
        const waitMs = await throughOutages(() => dueInMs(database.db, round.key), stopping.signal)
        if (round.wasWoken || (waitMs === 0 && count > 0)) continue
        return waitMs === undefined ? undefined : comeBack(round.key, Math.max(waitMs, shortestTimerMs))
      }
    } catch (err) {
      if (!stopping.signal.aborted) log.error({ err, webhookId: round.key.webhookId }, 'a webhook stumbled')
    } finally {
      rounds.delete(name)
    }
  }

  function comeBack(key: WebhookKey, inMs: number): void {
    if (inMs > longestTimerMs) return
    const name = nameOf(key)
    clearTimeout(timers.get(name))
    const timer = setTimeout(() => {
      timers.delete(name)
      wake(key)
    }, inMs)
    timers.set(name, timer.unref())
  }

  function wake(key: WebhookKey): void {
    if (stopping.signal.aborted) return
    const name = nameOf(key)
    const known = rounds.get(name)
    if (known) {
      known.wasWoken = true
      known.lane?.wake()
      return
    }
    const base = { webhook: undefined, lane: undefined, heldUntilMs: 0, seen: 0n }
    const round: Round = { key, ...base, hasStumbled: false, wasWoken: false }
    rounds.set(name, round)
    void run(round)
  }

  const heldNow = (): Round[] => [...rounds.values()].filter(({ lane }) => lane)

  async function renew(): Promise<void> {
    const held = heldNow()
    if (held.length === 0) return
    const begunMs = nowMs()
    const kept = await renewHolds(
      database.db,
      held.map(({ key }) => key),
      holder,
      holdMs,
    )
    const byName = new Map(kept.map(webhook => [nameOf(webhook), webhook]))
    for (const round of held) {
      const webhook = byName.get(nameOf(round.key))
      if (webhook) Object.assign(round, { webhook, heldUntilMs: begunMs + holdMs })
      else round.lane?.close()
    }
  }

  /** Changes of webhooks take effect on what is in memory, and what other workers were told of is noticed. */
  async function watch(): Promise<void> {
    const held = heldNow()
    if (held.length === 0) return
    const asked = held.map(({ key, seen }) => ({ ...key, seen: String(seen) }))
    const byName = new Map((await watchHolds(database.db, asked, holder)).map(one => [nameOf(one), one]))
    for (const round of held) {
      const found = byName.get(nameOf(round.key))
      if (!found) round.lane?.close()
      else round.webhook = found
      if (found?.hasNew) round.lane?.wake()
    }
  }

  /** A process of this machine can be seen to be dead: nobody need wait until its holds are over. */
  async function releaseDead(): Promise<void> {
    const dead = (await findHolders(database.db)).filter(one => hasEnded(one, identity))
    if (dead.length > 0) await releaseHoldsOf(database.db, dead)
  }

  const every = (ms: number, work: () => Promise<void>) =>
    setInterval(() => {
      work().catch(err => log.warn({ err }, 'webhooks could not be kept in hand; it is tried again'))
    }, ms).unref()
  const keeping = [every(holdMs / 3, renew), every(watchMs, watch)]

  function stop(): void {
    stopping.abort(new Stopping())
    for (const timer of timers.values()) clearTimeout(timer)
    for (const { lane } of rounds.values()) lane?.close()
  }

  return {
    async deliver({ webhooks }) {
      for (const [environmentId, webhookId] of webhooks) wake({ environmentId, webhookId })
    },
    async takeUpForgotten() {
      await releaseDead()
      for (const key of await findForgottenWebhooks(database.db, forgottenAtOnce)) wake(key)
    },
    stop,
    async [Symbol.asyncDispose]() {
      stop()
      const line = {
        get running() {
          return rounds.size
        },
      }
      await untilIdle(line, stopWithinMs)
      isCutOff = true
      for (const timer of keeping) clearInterval(timer)
    },
  }
}
