/**
 * Results written down: the delivery, what it makes of the email, what happened, and the suppression list, in one
 * transaction for many deliveries. A result whose delivery has gone to other hands changes nothing.
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
import { goAtOnce } from '#resources/messages/fallbacks/change.ts'
import { countHeard, type Heard } from '#resources/messages/reputation/count.ts'
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

/** Writes all of them down and says which counted. */
export async function settle(tx: Tx, results: readonly Result[]): Promise<boolean[]> {
  const shared = results.filter(result => result.recipients > 1).map(result => result.delivery)
  if (shared.length > 0) withCommit(tx, lockProgress(tx, shared))
  const ends = results.map(result => ({ result, end: endOf(result, atOf(result)) }))
  const settlements = ends.map(({ end }) => end.settlement)
  const settled = new Set((await settleDeliveries(tx, settlements)).map(nameOf))
  const counted = ends.filter(({ result }) => settled.has(nameOf(result.delivery)))
  const told = counted.filter(({ end }) => end.facts.length > 0)
  if (told.length > 0) await tell(tx, told)
  return ends.map(({ result }) => settled.has(nameOf(result.delivery)))
}

async function tell(tx: Tx, told: readonly Ended[]): Promise<void> {
  const facts = told.flatMap(({ end }) => end.facts)
  const suppress = told.flatMap(({ end }) => end.suppress)
  // Asked together, and before anything of this is written.
  const [changes, progress] = await Promise.all([changesOf(tx, told), progressOf(tx, told)])
  withCommit(tx, updateProgress(tx, progress))
  const lost = progress.filter(({ status }) => isLost(status))
  if (lost.length > 0) withCommit(tx, goAtOnce(tx, lost))
  withCommit(tx, record(tx, facts))
  addStats(tx, changes)
  countInBroadcasts(tx, told.flatMap(toCounted))
  countHeard(tx, told.filter(hasLeft).map(toHeard))
  await suppressEach(tx, suppress)
  await refundEach(tx, refundsOf(told))
}

type Ended = { result: Result; end: End }

/** Of what is captured no receiver has heard. */
const hasLeft = ({ result: { what } }: Ended): boolean =>
  what.kind !== 'outcome' || what.outcome.attempt.transport !== 'capture'

const toHeard = ({ result: { delivery, labels, from, what, at }, end }: Ended): Heard => ({
  environmentId: delivery.environmentId,
  messageStream: labels.messageStream,
  from,
  address: delivery.address,
  receiver: what.kind === 'outcome' ? what.outcome.attempt.receiver : undefined,
  types: end.facts.map(({ type }) => type),
  at,
})

const nameOf = ({ environmentId, emailId, nth, token }: TokenedKey): string =>
  `${environmentId} ${emailId} ${nth} ${token}`

/** Machines disagree about the time: nothing happens to an email before it was accepted. */
const atOf = ({ delivery, at }: Result): Date => {
  const created = timeOf(delivery.emailId)
  return created > at ? created : at
}

const isUntried = ({ result: { delivery, what } }: Ended): boolean =>
  what.kind === 'ended' &&
  (what.as === 'suppressed' || what.as === 'canceled' || what.isFree === true) &&
  delivery.attempts === 0

const isFree = (one: Ended): boolean => isUntried(one) || isCaptured(one)

const isCaptured = (one: Ended): boolean => !hasLeft(one) && one.end.settlement.state === 'delivered'

/**
 * Nothing is charged for recipients that turned out to be suppressed, or whose broadcast was canceled, before the first attempt, nor for what was captured after all: where
 * email is both sent and captured, all of it is paid for when it is accepted.
 */
function refundsOf(told: readonly Ended[]): Refund[] {
  const free = told.filter(isFree)
  return [...Map.groupBy(free, ({ result }) => result.delivery.emailId)].flatMap(([subjectId, ended]) => {
    const { paid, at } = ended[0]?.result ?? {}
    if (!paid || !at) return []
    const { organizationId, creditsPerRecipient } = paid
    return [{ organizationId, subjectId, kind: 'email', credits: ended.length * creditsPerRecipient, at }]
  })
}

/**
 * Each email counts once in a figure; what was captured reached nobody, and counts in none. One with a single recipient is
 * settled once, so what happens to it is the first.
 */
async function changesOf(tx: Tx, told: readonly Ended[]): Promise<Change[]> {
  const emails = [...Map.groupBy(told.filter(hasLeft), ({ result }) => result.delivery.emailId)].flatMap(
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

/** An email of a broadcast has one recipient. Counted there even where it was captured: it is what became of the message. */
function toCounted(one: Ended): CountedInBroadcast[] {
  const { delivery, labels, paid } = one.result
  if (!labels.broadcast) return []
  const { environmentId, attempts } = delivery
  const facts = one.end.facts
  const counts = {
    ...countFirsts(facts),
    handled: attempts === 0 ? 1 : 0,
    ...untold(facts),
    credits: isFree(one) && paid ? -paid.creditsPerRecipient : 0,
  }
  return [{ environmentId, ...labels.broadcast, counts }]
}

/** Ends that no other figure knows. */
const untold = (facts: readonly Fact[]) =>
  Object.fromEntries(
    (['failed', 'suppressed', 'canceled'] as const).map(as => [
      as,
      facts.filter(({ type }) => type === `email.${as}`).length,
    ]),
  )

async function progressOf(tx: Tx, told: readonly Ended[]): Promise<Progress[]> {
  const several = told.filter(({ result }) => result.recipients > 1).map(({ result }) => result.delivery)
  const states = Map.groupBy(several.length > 0 ? await findStates(tx, several) : [], one => one.emailId)
  const byEmail = Map.groupBy(told, ({ result }) => result.delivery.emailId)
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
