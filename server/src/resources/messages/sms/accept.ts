/**
 * The accept transaction: a request that is answered has its message stored, paid for and due, all of it or nothing. Many
 * requests share one transaction; each is accepted or refused by itself.
 */
import { isPhoneNumber } from '@posthorn/contract/formats'
import type { Sender } from '#core/caller.ts'
import { newId } from '#core/id.ts'
import { invalid, Refusal } from '#core/refusal.ts'
import type { TracePlace } from '#core/tracing.ts'
import { wake } from '#engine/wake.ts'
import { record } from '#events/record.ts'
import type { Db, Tx } from '#postgres/database.ts'
import { withCommit } from '#postgres/transaction.ts'
import { type Charge, chargeEach } from '#resources/account/credits/charge.ts'
import { lockAccounts } from '#resources/account/credits/locked-accounts.ts'
import { priceOf, type RateCard } from '#resources/account/rates/rate-card.ts'
import { ownersAmong } from '#resources/messages/numbers/read.ts'
import type { Callback } from './callbacks/callback.ts'
import { wakeQueues } from './callbacks/callback-store.ts'
import { toFact } from './facts.ts'
import { optedOutOf } from './opted-out.ts'
import { smsTable } from './progress-store.ts'
import { retrySchedule } from './retry.ts'
import { type Draft, isMms } from './sms.ts'
import { insertSms, type NewSms } from './store.ts'

/** `trace`: its place in a trace, if it is in one. */
export type SmsRequest = {
  caller: Sender
  draft: Draft
  now: Date
  trace?: TracePlace | undefined
  /** The email that it replaces. */
  fallbackOf?: string
  /** The broadcast that it is part of. */
  broadcastId?: string
  /** Not before then. */
  later?: { at: Date; waitsFor: string }
  /** The callback for changes of its status. */
  callback?: Callback | undefined
  /** Why it cannot be sent: it is stored with that reason, and costs nothing. */
  failedBecause?: string
  /** It failed because its recipient has opted out, which is not checked again. */
  suppressed?: boolean
}

export async function acceptSms(
  tx: Tx,
  card: RateCard,
  requests: readonly SmsRequest[],
): Promise<(NewSms | Refusal)[]> {
  const payers = requests.filter(({ caller }) => caller.mode === 'live').map(({ caller }) => caller.organizationId)
  // Asked together: both answers take no longer than one.
  const [refusals, accounts] = await Promise.all([refusalsOf(tx, requests), lockAccounts(tx, payers)])
  const verdicts = requests.map((request, index) => {
    const refusal = request.suppressed ? undefined : refusals[index]
    return refusal ?? toSms(request, card)
  })
  const charges = new Map<NewSms, Charge>()
  verdicts.forEach((sms, index) => {
    const request = requests[index]
    if (sms instanceof Refusal || sms.failedBecause !== undefined || request?.caller.mode !== 'live') return
    charges.set(sms, toCharge(sms))
  })
  const charged = await chargeEach(tx, [...charges.values()], accounts)
  const refusalOf = new Map([...charges.keys()].map((sms, index) => [sms, charged[index]]))
  const final = verdicts.map(verdict => (verdict instanceof Refusal ? verdict : (refusalOf.get(verdict) ?? verdict)))
  const accepted = final.flatMap(verdict => (verdict instanceof Refusal ? [] : [verdict]))
  if (accepted.length > 0) storeSms(tx, accepted)
  return final
}

type Checked = Pick<SmsRequest, 'caller' | 'draft'>

/** Why each is refused, apart from what it costs. */
export async function refusalsOf(db: Db, requests: readonly Checked[]): Promise<(Refusal | undefined)[]> {
  const [reasonFor, owners] = await Promise.all([
    optedOutOf(db, requests.map(toRecipient)),
    ownersAmong(
      db,
      requests.map(({ draft }) => draft.from),
    ),
  ])
  return requests.map(request => {
    const refusal = refusalOfSender(request, owners.get(request.draft.from))
    const reason = reasonFor(toRecipient(request))
    return refusal ?? (reason === undefined ? undefined : optedOut(request.draft.to, reason))
  })
}

/** Does not wait: the rows are written when the transaction commits. */
export function storeSms(tx: Tx, messages: readonly NewSms[]): void {
  withCommit(tx, insertSms(tx, messages))
  const scheduled = messages.filter(({ draft }) => draft.scheduledFor !== undefined)
  const facts = [...scheduled.map(toScheduled), ...messages.flatMap(toFailed)]
  if (facts.length > 0) withCommit(tx, record(tx, facts))
  if (scheduled.length < messages.length) withCommit(tx, wake(tx, smsTable.name))
  wakeQueues(
    tx,
    messages.filter(one => one.callback),
  )
}

const toScheduled = ({ environmentId, id, draft, createdAt }: NewSms) =>
  toFact({ environmentId, smsId: id, from: draft.from, to: draft.to }, 'sms.scheduled', {}, createdAt)

const toFailed = ({ environmentId, id, draft: { from, to }, failedBecause: reason, createdAt }: NewSms) =>
  reason === undefined ? [] : [toFact({ environmentId, smsId: id, from, to }, 'sms.failed', { reason }, createdAt)]

const toRecipient = ({ caller: { environmentId, mode }, draft }: Checked) => ({
  environmentId,
  mode,
  number: draft.to,
})

const optedOut = (to: string, reason: string): Refusal =>
  new Refusal('recipient_opted_out', {
    message: `${reason.replace('The recipient', to)} A START from that number opts it in again; a contact that you unsubscribed can be subscribed again.`,
  })

/**
 * A sender may be any number that does not belong to another organization: a STOP of the readers would go to that owner, and have
 * no effect. A name or a short code must have been given to this organization; the message does not reveal another owner.
 */
function refusalOfSender({ caller, draft: { from } }: Checked, owner: string | undefined): Refusal | undefined {
  if (owner === caller.organizationId) return undefined
  if (!isPhoneNumber(from)) return invalid({ path: 'from', message: notGiven })
  if (owner === undefined) return undefined
  return new Refusal('forbidden', {
    message: `${from} is a number of another organization. Send from one of your own.`,
  })
}

const notGiven =
  'must be a phone number in E.164 form such as +14155552671, or a name or short code that the operator has given to your organization with "posthorn number add"'

function toSms(request: SmsRequest, card: RateCard): NewSms {
  const { caller, draft, now, trace, fallbackOf, broadcastId, later, callback, failedBecause, suppressed } = request
  const price =
    failedBecause === undefined
      ? priceOf(card, { to: draft.to, segments: draft.segments, isMms: isMms(draft) })
      : { credits: 0, charge: 0n, cost: 0n }
  return {
    environmentId: caller.environmentId,
    organizationId: caller.organizationId,
    id: newId(now),
    direction: 'outbound',
    draft,
    ...(trace && { trace }),
    ...(fallbackOf !== undefined && { fallbackOf }),
    ...(broadcastId !== undefined && { broadcastId }),
    ...(later && { later }),
    ...(callback && { callback }),
    ...(failedBecause !== undefined && { failedBecause }),
    ...(suppressed && { suppressed }),
    // A test key is told what the message would cost, and no money moves.
    price: caller.mode === 'test' ? { ...price, charge: 0n, cost: 0n } : price,
    automatic: false,
    createdAt: now,
    ...endsOf(draft, startOf(draft.scheduledFor === undefined ? later?.at : new Date(draft.scheduledFor), now)),
  }
}

const startOf = (dueAt: Date | undefined, now: Date): Date => (dueAt && dueAt > now ? dueAt : now)

/** Timestamps end with the year 9999. */
const lastMoment = Date.parse('9999-12-31T23:59:59.999Z')

/** A message that is valid for longer than we usually try is tried for longer. */
function endsOf({ validitySeconds }: Draft, start: Date): Pick<NewSms, 'giveUpAt' | 'validUntil'> {
  const after = (ms: number) => new Date(Math.min(start.getTime() + ms, lastMoment))
  if (validitySeconds === undefined) return { giveUpAt: after(retrySchedule.giveUpAfterMs), validUntil: null }
  return { giveUpAt: after(validitySeconds * 1_000), validUntil: after(validitySeconds * 1_000) }
}

const toCharge = ({ organizationId, id, price, createdAt }: NewSms): Charge => ({
  organizationId,
  kind: 'sms',
  messages: 1,
  entries: [{ subjectId: id, credits: price.credits }],
  at: createdAt,
})
