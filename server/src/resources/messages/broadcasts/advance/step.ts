/** One step of a due broadcast. A worker that ends in the middle has done nothing; one with an old token changes nothing. */
import type { BroadcastAbTest } from '@posthorn/contract/broadcasts/requests'
import type { EventName } from '@posthorn/contract/event-names'
import type { Mode } from '#core/caller.ts'
import type { Clock } from '#core/clock.ts'
import { inWords, Refusal } from '#core/refusal.ts'
import type { Database, Tx } from '#postgres/database.ts'
import { isPassing } from '#postgres/outages/outage.ts'
import { readBroadcastRules } from '#resources/account/organizations/set-broadcast-rules.ts'
import type { RateCard } from '#resources/account/rates/rate-card.ts'
import { holdClock } from '#resources/automation/clock/hold.ts'
import { countInBroadcasts } from '#resources/messages/broadcast-figures/count.ts'
import { figuresOf } from '#resources/messages/broadcast-figures/read.ts'
import { audienceOf, lockAudience } from '../audience.ts'
import { countAudience, findLastContact } from '../audience-store.ts'
import { type Broadcast, maxWaiting, minutesOf, paceOf, reasonToPause, winnerOf } from '../broadcast.ts'
import { recordFact } from '../facts.ts'
import { keepFiguresLater } from '../keep-figures.ts'
import {
  type BroadcastChange,
  type Due,
  findBroadcast,
  findMode,
  lockHeld,
  releaseHeld,
  type TakenBroadcast,
} from '../store.ts'
import { acceptSome, type Making, PartlyPaid, readPage, withoutDeleted } from './expand.ts'

export type StepParts = {
  database: Database
  clock: Clock
  card: RateCard
  making: Record<Broadcast['channel'], Making<unknown>>
}

/** How soon it is checked again while messages wait to be tried. */
const lookAgainMs = 500

/**
 * A refusal, such as for a deleted segment or a domain that is not verified any more, pauses it. A busy moment does not: the engine repeats the step.
 */
export async function step(parts: StepParts, taken: TakenBroadcast): Promise<void> {
  try {
    await advance(parts, taken)
  } catch (error) {
    if (!(error instanceof Refusal) || isPassing(error)) throw error
    await pause(parts, taken, inWords(error))
  }
}

async function advance(parts: StepParts, taken: TakenBroadcast): Promise<void> {
  const { database, clock } = parts
  const broadcast = await findBroadcast(database.db, taken)
  if (!broadcast || (broadcast.state !== 'sending' && broadcast.state !== 'scheduled'))
    return end(parts, taken, () => ({ change: {}, due: 'never' }))
  if (broadcast.phase === 'starting') return start(parts, taken, broadcast)
  const reason = await tooManyComplain(database, broadcast)
  if (reason !== undefined) return pause(parts, taken, reason)
  if (broadcast.phase === 'deciding') return decide(parts, taken, broadcast)
  if (broadcast.phase === 'finishing') return finish(parts, taken, broadcast)
  const { waiting } = await figuresOf(database.db, broadcast)
  const isBehind = broadcast.local === null && waiting >= maxWaiting
  if (isBehind) return end(parts, taken, () => ({ change: {}, due: { inMs: lookAgainMs } }))
  return expand(parts, taken, broadcast, clock())
}

type Outcome = { change: BroadcastChange; due: Due; event?: { type: EventName; data?: object } }

/** Decides with the row locked, so that a pause or a cancel in the meantime counts. */
async function end(
  { database, clock }: StepParts,
  taken: TakenBroadcast,
  decide: (tx: Tx, broadcast: Broadcast, aheadMs: number) => Outcome | Promise<Outcome>,
  mode: Mode = 'live',
): Promise<void> {
  await database.transaction(async tx => {
    // The clock of a test environment is locked before everything scheduled by it, as everywhere.
    const aheadMs = await holdClock(tx, { ...taken, mode })
    const broadcast = await lockHeld(tx, taken)
    if (!broadcast) return
    const isOpen = broadcast.state === 'sending' || broadcast.state === 'scheduled'
    const { change, due, event } = isOpen ? await decide(tx, broadcast, aheadMs) : { change: {}, due: 'never' as const }
    await releaseHeld(tx, taken, change, due)
    if (event) await recordFact(tx, broadcast, event.type, event.data ?? {}, clock())
  })
}

/** Counts the audience now; contacts that are added later are not included. */
async function start(parts: StepParts, taken: TakenBroadcast, broadcast: Broadcast): Promise<void> {
  const { database, clock } = parts
  const now = clock()
  const untilId = await findLastContact(database.db, broadcast.environmentId)
  const audience = await audienceOf(database.db, broadcast, now, 'many')
  const audienceSize = await countAudience(database.slowReads(broadcast.environmentId), audience)
  const phase = broadcast.settings.ab_test ? 'test' : 'all'
  await end(parts, taken, async tx => {
    await lockAudience(tx, broadcast)
    return {
      change: { state: 'sending', phase, untilId, afterId: null, audienceSize, startedAt: now, updatedAt: now },
      due: { inMs: 0 },
      event: { type: 'broadcast.started', data: { audience_size: audienceSize } },
    }
  })
}

/** By its own limits, or those of the organization. */
async function tooManyComplain(database: Database, broadcast: Broadcast): Promise<string | undefined> {
  const rules = await readBroadcastRules(database.db, broadcast.organizationId)
  const { max_bounce_percent, max_complaint_percent } = broadcast.settings
  return reasonToPause(await figuresOf(database.db, broadcast), {
    maxBouncePercent: max_bounce_percent ?? rules.maxBouncePercent,
    maxComplaintPercent: max_complaint_percent ?? rules.maxComplaintPercent,
  })
}

const pause = (parts: StepParts, taken: TakenBroadcast, reason: string): Promise<void> =>
  end(parts, taken, () => ({
    change: { state: 'paused', pausedBecause: reason, updatedAt: parts.clock() },
    due: 'never',
    event: { type: 'broadcast.paused', data: { reason } },
  }))

async function expand(parts: StepParts, taken: TakenBroadcast, broadcast: Broadcast, now: Date): Promise<void> {
  for (let { limit } = paceOf(broadcast.settings.pace, broadcast.audienceSize ?? 0); ; limit = Math.ceil(limit / 2)) {
    try {
      return await expandBy(parts, taken, broadcast, limit, now)
    } catch (error) {
      if (!(error instanceof PartlyPaid) || limit === 1) throw error
    }
  }
}

async function expandBy(
  parts: StepParts,
  taken: TakenBroadcast,
  broadcast: Broadcast,
  limit: number,
  now: Date,
): Promise<void> {
  const { database, card } = parts
  const making = parts.making[broadcast.channel]
  const page = await readPage(database.db, broadcast, limit, now)
  const drafts = await making.prepare(broadcast, page.recipients, now)
  const mode = await findMode(database.db, broadcast.environmentId)
  const accept = async (tx: Tx, current: Broadcast, aheadMs: number): Promise<Outcome> => {
    await lockAudience(tx, current)
    const sending = { broadcast: current, mode, card, now, aheadMs }
    const present = await withoutDeleted(tx, current.environmentId, page.recipients, drafts)
    const { count, counted, refusal } = await acceptSome(
      making,
      tx,
      sending,
      present.map(({ draft }) => draft),
    )
    countInBroadcasts(tx, counted)
    const made = current.made + count
    // The pace may have been changed since the page was read.
    const { nextInMs } = paceOf(current.settings.pace, current.audienceSize ?? 0)
    if (refusal) return afterRefusal(refusal, now)
    if (count < present.length)
      return { change: { made, afterId: present[count - 1]?.contactId ?? null }, due: { inMs: nextInMs } }
    if (!page.isLast) return { change: { made, afterId: page.afterId }, due: { inMs: count > 0 ? nextInMs : 0 } }
    const { change, due } = afterPass(current, now)
    return { change: { made, afterId: null, ...change }, due }
  }
  await end(parts, taken, accept, mode)
}

const hourMs = 3_600_000

/** A quota resets by itself, so it waits; credits have to be bought, so it pauses. */
function afterRefusal(refusal: Refusal, now: Date): Outcome {
  const { retryAfterSeconds } = refusal
  const reason = inWords(refusal)
  if (retryAfterSeconds !== undefined)
    return { change: {}, due: { inMs: Math.min(hourMs, Math.max(1, retryAfterSeconds) * 1_000) } }
  return {
    change: { state: 'paused', pausedBecause: reason, updatedAt: now },
    due: 'never',
    event: { type: 'broadcast.paused', data: { reason } },
  }
}

/** The next phase, after the messages of a pass were created. */
function afterPass({ phase, settings }: Broadcast, now: Date): Pick<Outcome, 'change' | 'due'> {
  const test = settings.ab_test
  if (phase !== 'test' || !test) return { change: { phase: 'finishing' }, due: { inMs: 0 } }
  return { change: { phase: 'deciding', decidesAt: decidesAfter(test, now) }, due: { inMs: 0 } }
}

const decidesAfter = ({ wait }: Pick<BroadcastAbTest, 'wait'>, now: Date): Date =>
  new Date(now.getTime() + minutesOf(wait) * 60_000)

/** Checked from time to time while it waits: its rates may require a pause. */
const watchEveryMs = 10_000

async function decide(parts: StepParts, taken: TakenBroadcast, broadcast: Broadcast): Promise<void> {
  const { database, clock } = parts
  const now = clock()
  const test = broadcast.settings.ab_test
  const { a, b, messages, waiting } = await figuresOf(database.db, broadcast)
  // The wait begins when most messages have left: nobody opens what a pause holds back.
  const restart = test && waiting * 2 > messages ? { decidesAt: decidesAfter(test, now) } : {}
  const { decidesAt } = { ...broadcast, ...restart }
  const leftMs = (decidesAt?.getTime() ?? 0) - now.getTime()
  if (leftMs > 0) return end(parts, taken, () => ({ change: restart, due: { inMs: Math.min(leftMs, watchEveryMs) } }))
  const winner = winnerOf(test?.winner_by ?? 'opens', a, b)
  // Of a test with everybody, only the result is left.
  const phase = test?.share_percent === 100 ? 'finishing' : 'rest'
  await end(parts, taken, () => ({
    change: { phase, winner, decidesAt: null, afterId: null, updatedAt: now },
    due: { inMs: 0 },
  }))
}

/** Completes once every message was tried, whatever the outcome. */
async function finish(parts: StepParts, taken: TakenBroadcast, broadcast: Broadcast): Promise<void> {
  const { a: _a, b: _b, ...figures } = await figuresOf(parts.database.db, broadcast)
  if (figures.waiting > 0) return end(parts, taken, () => ({ change: {}, due: { inMs: lookAgainMs } }))
  const now = parts.clock()
  await end(parts, taken, async tx => {
    await keepFiguresLater(tx, broadcast, now)
    return {
      change: { state: 'completed', completedAt: now, updatedAt: now },
      due: 'never',
      event: { type: 'broadcast.completed', data: { figures } },
    }
  })
}
