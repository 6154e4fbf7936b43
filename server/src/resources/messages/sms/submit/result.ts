/** What a result means for its message. Pure. */

import type { Fact } from '#events/fact.ts'
import { pauseAfter, type RetrySchedule } from '#sending/retry.ts'
import type { Part, PartOutcome } from '#transports/carrier.ts'
import { describeAttempt, lostTwice, toFact } from '../facts.ts'
import type { OwnedPart } from '../parts-store.ts'
import type { Settlement } from '../progress-store.ts'
import { retrySchedule } from '../retry.ts'
import { statusOf, type TakenPart } from '../sms.ts'
import type { SmsToSend } from './prepare.ts'

export type Result = { sms: SmsToSend; conclusion: Conclusion; at: Date }

/** What came of preparing or sending it. */
export type Conclusion =
  | {
      kind: 'outcomes'
      carrier: string
      /** The submitted parts and their outcomes, in the same order. */
      parts: readonly Part[]
      outcomes: readonly PartOutcome[]
      /** How many parts the whole message has. */
      total: number
      schedule: RetrySchedule
      chance: number
      note?: string
    }
  /** The carrier already had all of it: only its answer was lost. */
  | { kind: 'taken'; carrier: string; total: number }
  /** Nothing was tried: it is put back and taken again later. */
  | { kind: 'put back'; inMs: number; because: 'destination' | 'us'; waitsFor: string | null }
  /** Quiet hours last until then. */
  | { kind: 'quiet'; inMs: number; waitsFor: string }
  /** An error of ours with this message: it is retried only a few times. */
  | { kind: 'error'; reason: string; inDoubt: boolean }
  | { kind: 'ended'; as: 'canceled' | 'failed' | 'suppressed'; reason: string }
  /** `total`: how many parts it has, for the interpretation of receipts. */
  | { kind: 'ended'; as: 'unconfirmed'; reason: string; total: number }

export type End = {
  settlement: Settlement
  facts: Fact[]
  parts: OwnedPart[]
  refund: boolean
  /** The carrier that has a STOP of the recipient. */
  optedOutAt?: string
}

const maxFailures = 3
const afterFailureMs = 10_000

export function endOf({ sms, conclusion }: Result, at: Date): End {
  switch (conclusion.kind) {
    case 'put back':
      if (conclusion.because === 'destination' && sms.expired) return givenUp(sms, { reason: carrierUnreachable }, at)
      return stays(sms, {
        dueInMs: notPast(sms, conclusion.inMs, at),
        submitting: sms.inDoubt,
        waitsFor: conclusion.waitsFor,
      })
    case 'quiet': {
      const dueInMs = notPast(sms, conclusion.inMs, at)
      // The wait takes none of its tries, unless it has a validity period.
      const giveUpInMs = sms.validUntil === null ? conclusion.inMs + retrySchedule.giveUpAfterMs : null
      return stays(sms, { dueInMs, giveUpInMs, waitsFor: conclusion.waitsFor })
    }
    case 'error': {
      const failures = sms.failures + 1
      const { reason } = conclusion
      const inDoubt = conclusion.inDoubt || sms.inDoubt
      if (failures >= maxFailures) return givenUp(sms, { reason }, at, { inDoubt })
      return stays(sms, { failures, dueInMs: afterFailureMs, submitting: inDoubt })
    }
    case 'ended':
      if (conclusion.as === 'unconfirmed')
        return unconfirmed(sms, { reason: conclusion.reason }, at, { more: { parts: conclusion.total } })
      return failed(sms, { reason: conclusion.reason }, at, { as: conclusion.as })
    case 'taken':
      return accepted(
        sms,
        { carrier: conclusion.carrier, total: conclusion.total, parts: [], captured: false, data: {} },
        at,
      )
    case 'outcomes':
      return endOfOutcomes(sms, conclusion, at)
  }
}

function endOfOutcomes(sms: SmsToSend, conclusion: Extract<Conclusion, { kind: 'outcomes' }>, at: Date): End {
  const { outcomes, carrier, total } = conclusion
  const attempts = sms.attempts + 1
  const parts = ownedParts(sms, conclusion)
  const decisive = outcomes.find(one => one.kind === 'rejected') ?? outcomes.find(one => one.kind === 'deferred')
  const attempt = (decisive ?? outcomes[0])?.attempt
  const data = {
    ...(attempt && describeAttempt(attempts, attempt)),
    ...(conclusion.note && { reason: conclusion.note }),
  }
  const tried = { ...sms, attempts, crashes: 0, failures: 0 }
  const inDoubt = outcomes.some(one => one.kind === 'deferred' && one.inDoubt)
  const known = { parts, more: { carrier, parts: total } }

  const captured = outcomes.some(one => one.kind === 'accepted' && one.captured)
  if (!decisive) return accepted(tried, { carrier, total, parts, captured, data }, at)
  if (decisive.kind === 'rejected' && decisive.optedOut)
    return {
      ...failed(tried, { ...data, reason: optedOutAtCarrier }, at, { ...known, inDoubt, as: 'suppressed' }),
      optedOutAt: carrier,
    }
  if (decisive.kind !== 'deferred') return failed(tried, data, at, { ...known, inDoubt })
  const mayHaveIt = inDoubt || sms.inDoubt
  if (inDoubt && sms.doubts > 0) return unconfirmed(tried, { ...data, reason: lostTwice }, at, known)
  if (sms.expired) return givenUp(tried, { ...data, reason: tooLate }, at, { ...known, inDoubt: mayHaveIt })
  const dueInMs = notPast(sms, pauseAfter(attempts, conclusion.chance, conclusion.schedule), at)
  const next = { next_attempt_at: new Date(at.getTime() + dueInMs + sms.aheadMs).toISOString() }
  const waitsFor = decisive.because === 'destination' ? carrier : null
  const later = stays(tried, { dueInMs, submitting: mayHaveIt, waitsFor, ...known.more })
  return { ...later, parts, facts: [toFact(sms, 'sms.delivery_delayed', { ...data, ...next }, at)] }
}

/** Taken again when its time ends, so that it fails then and not at a later attempt. */
const notPast = ({ validUntil }: SmsToSend, dueInMs: number, at: Date): number =>
  validUntil === null ? dueInMs : Math.min(dueInMs, Math.max(0, validUntil.getTime() - at.getTime()))

const ownName = (smsId: string, nth: number): string => `${smsId} ${nth}`

function ownedParts(
  { environmentId, smsId }: SmsToSend,
  conclusion: Extract<Conclusion, { kind: 'outcomes' }>,
): OwnedPart[] {
  const { carrier, outcomes } = conclusion
  const parts = new Map<string, OwnedPart>()
  outcomes.forEach((outcome, index) => {
    const nth = conclusion.parts[index]?.nth
    if (outcome.kind !== 'accepted' || nth === undefined) return
    const { carrierId: theirs, state, cost = null } = outcome
    // A part without a unique name gets one of ours, so that it is known to have been submitted.
    const carrierId = theirs === null || parts.has(theirs) ? ownName(smsId, nth) : theirs
    parts.set(carrierId, {
      environmentId,
      smsId,
      nth,
      carrier,
      carrierId,
      state: state === 'sent' ? null : state,
      cost,
    })
  })
  return [...parts.values()]
}

const unchanged = (sms: SmsToSend): Settlement => ({
  environmentId: sms.environmentId,
  smsId: sms.smsId,
  token: sms.token,
  status: 'processing',
  attempts: sms.attempts,
  crashes: sms.crashes,
  failures: sms.failures,
  submitting: false,
  dueInMs: null,
  giveUpInMs: null,
  waitsFor: null,
  carrier: null,
  parts: null,
  refunded: false,
  suppressed: false,
  captured: false,
  sentAt: null,
  deliveredAt: null,
})

const stays = (sms: SmsToSend, more: Partial<Settlement>): End => ({
  settlement: { ...unchanged(sms), ...more },
  facts: [],
  parts: [],
  refund: false,
})

type Acceptance = { carrier: string; total: number; parts: readonly OwnedPart[]; captured: boolean; data: object }

function accepted(sms: SmsToSend, { carrier, total, parts, captured, data }: Acceptance, at: Date): End {
  const now = parts.map((part): TakenPart => ({ ...part, state: part.state ?? 'sent' }))
  const status = statusOf(total, [...sms.taken, ...now])
  const settlement = {
    ...unchanged(sms),
    status,
    carrier,
    parts: total,
    captured,
    sentAt: at,
    deliveredAt: status === 'delivered' ? at : null,
  }
  const facts = [toFact(sms, 'sms.sent', data, at)]
  if (status !== 'sent') facts.push(toFact(sms, `sms.${status}`, data, at))
  return { settlement, facts, parts: parts.filter(isAwaited), refund: false }
}

/** No receipt is expected for a part that has no name and has ended. */
const isAwaited = ({ carrierId, smsId, nth, state }: OwnedPart): boolean =>
  state === null || carrierId !== ownName(smsId, nth)

type Known = {
  parts?: readonly OwnedPart[]
  more?: Partial<Settlement>
  inDoubt?: boolean
  as?: 'canceled' | 'failed' | 'suppressed'
}

/** A message that certainly no carrier has is refunded. */
function failed(
  sms: SmsToSend,
  data: object,
  at: Date,
  { parts = [], more = {}, inDoubt = sms.inDoubt, as = 'failed' }: Known = {},
): End {
  const status = as === 'canceled' ? as : 'failed'
  const isNobodys = sms.taken.length + parts.length === 0 && sms.doubts === 0 && !inDoubt
  const refund = isNobodys && sms.mode === 'live'
  return {
    settlement: { ...unchanged(sms), ...more, status, suppressed: as === 'suppressed', refunded: refund },
    facts: [toFact(sms, `sms.${status}`, data, at)],
    parts: [...parts],
    refund,
  }
}

/** Ends the message as failed, or as unconfirmed when the carrier may have it. */
const givenUp = (sms: SmsToSend, data: object, at: Date, known: Known = {}): End =>
  sms.doubts > 0 || (known.inDoubt ?? sms.inDoubt) ? unconfirmed(sms, data, at, known) : failed(sms, data, at, known)

/** It counts as sent, stays paid, and a receipt may still arrive. */
function unconfirmed(sms: SmsToSend, data: object, at: Date, { parts = [], more = {} }: Known = {}): End {
  const total = more.parts ?? sms.parts ?? 1
  return {
    settlement: { ...unchanged(sms), ...more, parts: total, status: 'sent', sentAt: at },
    facts: [toFact(sms, 'sms.unconfirmed', data, at)],
    parts: [...parts],
    refund: false,
  }
}

const carrierUnreachable = 'The carrier could not be reached before the time for retries ran out.'
const optedOutAtCarrier = 'The recipient has opted out at the carrier.'
const tooLate = 'It was delayed until the time for retries ran out.'
