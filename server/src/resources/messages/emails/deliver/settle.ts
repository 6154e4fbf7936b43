/**
 * Stores results: the deliveries, the status of their emails, the events and the suppressions, in one transaction for many
 * deliveries. A result changes nothing when the worker no longer holds the delivery.
 */

import { timeOf } from '#core/id.ts'
import type { Fact } from '#events/fact.ts'
import { record } from '#events/record.ts'
import type { Tx } from '#postgres/database.ts'
import { withCommit } from '#postgres/transaction.ts'
import { addStats, type Change, findCounted } from '#resources/account/analytics/add.ts'
import { countFirsts } from '#resources/account/analytics/firsts.ts'
import { type Refund, refundEach } from '#resources/account/credits/refund.ts'
import { suppressEach } from '#resources/audience/suppressions/suppress.ts'
import { type CountedInBroadcast, countInBroadcasts } from '#resources/messages/broadcast-figures/count.ts'
import { sendFallbacksNow } from '#resources/messages/fallbacks/change.ts'
import { countOutcomes, type ReceiverOutcomes } from '#resources/messages/reputation/count.ts'
import { type DeliveryState, isLost, statusOf } from '../delivery-state.ts'
import {
  findStates,
  lockProgress,
  type Progress,
  settleDeliveries,
  type TokenedKey,
  updateProgress,
} from '../delivery-store.ts'
import { type End, endOf, type Result } from './result.ts'

/** Stores all of them and returns which counted. */
export async function settle(tx: Tx, results: readonly Result[]): Promise<boolean[]> {
  const shared = results.filter(result => result.recipients > 1).map(result => result.delivery)
  if (shared.length > 0) withCommit(tx, lockProgress(tx, shared))
  const ends = results.map(result => ({ result, end: endOf(result, atOf(result)) }))
  const settlements = ends.map(({ end }) => end.settlement)
  const settled = new Set((await settleDeliveries(tx, settlements)).map(nameOf))
  const counted = ends.filter(({ result }) => settled.has(nameOf(result.delivery)))
  const withFacts = counted.filter(({ end }) => end.facts.length > 0)
  if (withFacts.length > 0) await storeEffects(tx, withFacts)
  return ends.map(({ result }) => settled.has(nameOf(result.delivery)))
}

async function storeEffects(tx: Tx, ends: readonly Ended[]): Promise<void> {
  const facts = ends.flatMap(({ end }) => end.facts)
  const suppress = ends.flatMap(({ end }) => end.suppress)
  // Read in parallel, and before anything of this is written.
  const [changes, progress] = await Promise.all([changesOf(tx, ends), progressOf(tx, ends)])
  withCommit(tx, updateProgress(tx, progress))
  const lost = progress.filter(({ status }) => isLost(status))
  if (lost.length > 0) withCommit(tx, sendFallbacksNow(tx, lost))
  withCommit(tx, record(tx, facts))
  addStats(tx, changes)
  countInBroadcasts(tx, ends.flatMap(toCounted))
  countOutcomes(tx, ends.filter(hasLeft).map(toHeard))
  await suppressEach(tx, suppress)
  await refundEach(tx, refundsOf(ends))
}

type Ended = { result: Result; end: End }

/** A captured email reached no receiver. */
const hasLeft = ({ result: { conclusion } }: Ended): boolean =>
  conclusion.kind !== 'outcome' || conclusion.outcome.attempt.transport !== 'capture'

const toHeard = ({ result: { delivery, labels, from, conclusion, at }, end }: Ended): ReceiverOutcomes => ({
  environmentId: delivery.environmentId,
  messageStream: labels.messageStream,
  from,
  address: delivery.address,
  receiver: conclusion.kind === 'outcome' ? conclusion.outcome.attempt.receiver : undefined,
  types: end.facts.map(({ type }) => type),
  at,
})

const nameOf = ({ environmentId, emailId, nth, token }: TokenedKey): string =>
  `${environmentId} ${emailId} ${nth} ${token}`

/** Clocks differ: nothing happens to an email before it was accepted. */
const atOf = ({ delivery, at }: Result): Date => {
  const created = timeOf(delivery.emailId)
  return created > at ? created : at
}

const isUntried = ({ result: { delivery, conclusion } }: Ended): boolean =>
  conclusion.kind === 'ended' &&
  (conclusion.as === 'suppressed' || conclusion.as === 'canceled' || conclusion.isFree === true) &&
  delivery.attempts === 0

const isFree = (one: Ended): boolean => isUntried(one) || isCaptured(one)

const isCaptured = (one: Ended): boolean => !hasLeft(one) && one.end.settlement.state === 'delivered'

/**
 * Refunds recipients that were never tried because they turned out to be suppressed, or their broadcast was canceled or could not
 * be filled in. Also refunds captured emails: where email is both sent and captured, all of it is paid for when it is accepted.
 */
function refundsOf(ends: readonly Ended[]): Refund[] {
  const free = ends.filter(isFree)
  return [...Map.groupBy(free, ({ result }) => result.delivery.emailId)].flatMap(([subjectId, ended]) => {
    const { paid, at } = ended[0]?.result ?? {}
    if (!paid || !at) return []
    const { organizationId, creditsPerRecipient } = paid
    return [{ organizationId, subjectId, kind: 'email', credits: ended.length * creditsPerRecipient, at }]
  })
}

/**
 * Each email counts once in a figure; captured emails reached nobody and count in none. An email with a single recipient is settled
 * once, so its results are the first.
 */
async function changesOf(tx: Tx, ends: readonly Ended[]): Promise<Change[]> {
  const emails = [...Map.groupBy(ends.filter(hasLeft), ({ result }) => result.delivery.emailId)].flatMap(
    ([emailId, ended]) => {
      const [one] = ended
      if (!one) return []
      const { delivery, labels, recipients } = one.result
      const { environmentId } = delivery
      const { messageStream, tags, templateId } = labels
      const facts = ended.flatMap(({ end }) => end.facts)
      const label = { messageStream, tags, templateId }
      return [{ environmentId, emailId, acceptedAt: timeOf(emailId), ...label, recipients, facts }]
    },
  )
  const counted = await findCounted(
    tx,
    emails.filter(({ recipients }) => recipients > 1),
  )
  return emails.map(({ facts, ...email }) => ({ ...email, counts: countFirsts(facts, counted.get(email.emailId)) }))
}

/** An email of a broadcast has one recipient. It counts even when it was captured: that is the outcome of the message. */
function toCounted(one: Ended): CountedInBroadcast[] {
  const { delivery, labels, paid } = one.result
  if (!labels.broadcast) return []
  const { environmentId, attempts } = delivery
  const facts = one.end.facts
  const counts = {
    ...countFirsts(facts),
    handled: attempts === 0 ? 1 : 0,
    ...outcomeCounts(facts),
    credits: isFree(one) && paid ? -paid.creditsPerRecipient : 0,
  }
  return [{ environmentId, ...labels.broadcast, counts }]
}

/** Outcomes that no other figure counts. */
const outcomeCounts = (facts: readonly Fact[]) =>
  Object.fromEntries(
    (['failed', 'suppressed', 'canceled'] as const).map(as => [
      as,
      facts.filter(({ type }) => type === `email.${as}`).length,
    ]),
  )

async function progressOf(tx: Tx, ends: readonly Ended[]): Promise<Progress[]> {
  const several = ends.filter(({ result }) => result.recipients > 1).map(({ result }) => result.delivery)
  const states = Map.groupBy(several.length > 0 ? await findStates(tx, several) : [], one => one.emailId)
  const byEmail = Map.groupBy(ends, ({ result }) => result.delivery.emailId)
  return [...byEmail].map(([emailId, ended]) => toProgress(emailId, ended, states.get(emailId) ?? []))
}

function toProgress(emailId: string, ended: readonly Ended[], states: readonly { state: DeliveryState }[]): Progress {
  const all = states.length > 0 ? states : ended.map(({ end }) => end.settlement)
  const first = (type: Fact['type']) =>
    ended.flatMap(({ end }) => end.facts).find(fact => fact.type === type)?.at ?? null
  return {
    environmentId: ended[0]?.result.delivery.environmentId ?? '',
    emailId,
    status: statusOf(all.map(({ state }) => state)),
    sentAt: first('email.sent') ?? first('email.unconfirmed'),
    deliveredAt: first('email.delivered'),
    openedAt: first('email.opened'),
    clickedAt: first('email.clicked'),
    captured: !ended.every(hasLeft),
  }
}
