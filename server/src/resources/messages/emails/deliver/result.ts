/** What a result means for its delivery. Pure. */
import type { EventName } from '@posthorn/contract/event-names'
import { isMagicAddress } from '#core/simulation.ts'
import type { Fact } from '#events/fact.ts'
import type { Labels } from '#resources/account/analytics/add.ts'
import type { SuppressionEntry } from '#resources/audience/suppressions/suppress.ts'
import { pauseAfter, type RetrySchedule } from '#sending/retry.ts'
import type { Outcome } from '#transports/transport.ts'
import type { DeliveryState } from '../delivery-state.ts'
import type { Settlement, TakenDelivery } from '../delivery-store.ts'
import { describeAttempt, lostTwice, toFact } from './facts.ts'

export type Result = {
  delivery: TakenDelivery
  /** The number of recipients of the email. */
  recipients: number
  /** How far the clock of its environment is ahead. */
  aheadMs: number
  /** The address of its sender. */
  from: string
  labels: Labels
  conclusion: Conclusion
  at: Date
  /** Who paid how much, when it may have to be refunded. */
  paid?: { organizationId: string; creditsPerRecipient: number }
}

/** What came of preparing or sending it. */
export type Conclusion =
  | {
      kind: 'outcome'
      outcome: Outcome
      accepted: 'sent' | 'delivered'
      /** The destination of the attempt. */
      destination: string
      schedule: RetrySchedule
      chance: number
      note?: string
    }
  /** Nothing was tried: it is put back and taken again later. */
  | { kind: 'put back'; inMs: number; because: 'destination' | 'us'; waitsFor: string | null }
  /** It waits until it is resumed. A doubt about an earlier copy stays. */
  | { kind: 'paused'; inMs: number; waitsFor: string }
  /** An error of ours with this delivery: it is retried only a few times. */
  | { kind: 'error'; reason: string }
  | {
      kind: 'ended'
      as: 'failed' | 'suppressed' | 'canceled' | 'unconfirmed'
      reason: string
      isFree?: boolean | undefined
    }

export type End = { settlement: Settlement; facts: Fact[]; suppress: SuppressionEntry[] }

const maxFailures = 3
/** The pauses after the first and the second failure. */
const afterFailureMs = [0, 10_000, 60_000]

export function endOf(result: Result, at: Date): End {
  const { delivery, conclusion } = result
  switch (conclusion.kind) {
    case 'put back':
      if (conclusion.because === 'destination' && delivery.expired) return givenUp(delivery, { reason: neverWell }, at)
      return {
        settlement: { ...unchanged(delivery), dueInMs: conclusion.inMs, waitsFor: conclusion.waitsFor },
        facts: [],
        suppress: [],
      }
    case 'paused': {
      const { dot } = delivery
      return {
        settlement: { ...unchanged(delivery), dot, dueInMs: conclusion.inMs, waitsFor: conclusion.waitsFor },
        facts: [],
        suppress: [],
      }
    }
    case 'error':
      return afterError(delivery, conclusion.reason, at)
    case 'ended':
      return ended(delivery, stateOf[conclusion.as], [
        toFact(delivery, `email.${conclusion.as}`, { reason: conclusion.reason }, at),
      ])
    case 'outcome':
      return outcomeOf(result, conclusion, at)
  }
}

const unchanged = (delivery: TakenDelivery): Settlement => ({
  environmentId: delivery.environmentId,
  emailId: delivery.emailId,
  nth: delivery.nth,
  token: delivery.token,
  state: delivery.state,
  attempts: delivery.attempts,
  crashes: delivery.crashes,
  failures: delivery.failures,
  dot: false,
  dueInMs: null,
  lastReply: null,
  waitsFor: null,
})

const ended = (
  delivery: TakenDelivery,
  state: Settlement['state'],
  facts: Fact[],
  more: Partial<Settlement> = {},
): End => ({
  settlement: { ...unchanged(delivery), state, ...more },
  facts,
  suppress: [],
})

/** An unconfirmed delivery counts as sent, and later news may still settle it. */
const stateOf = { failed: 'failed', suppressed: 'suppressed', canceled: 'canceled', unconfirmed: 'sent' } as const

/** Ends the delivery as failed, or as unconfirmed when a copy may have arrived. */
function givenUp(
  delivery: TakenDelivery,
  data: object,
  at: Date,
  more: Partial<Settlement> = {},
  inDoubt = false,
): End {
  const as = delivery.doubts > 0 || inDoubt ? 'unconfirmed' : 'failed'
  return ended(delivery, stateOf[as], [toFact(delivery, `email.${as}`, data, at)], more)
}

function afterError(delivery: TakenDelivery, reason: string, at: Date): End {
  const failures = delivery.failures + 1
  if (failures >= maxFailures) return givenUp(delivery, { reason }, at, { failures })
  const dueInMs = afterFailureMs[failures] ?? 0
  return { settlement: { ...unchanged(delivery), failures, dueInMs }, facts: [], suppress: [] }
}

/** Opens and clicks are not part of an attempt. */
const byReader = new Set<EventName>(['email.opened', 'email.clicked'])
const simulatedReader = { by: 'human', reason: 'Simulated: the address says so.' }

function outcomeOf(result: Result, conclusion: Extract<Conclusion, { kind: 'outcome' }>, at: Date): End {
  const { delivery } = result
  const { outcome, note } = conclusion
  const attempts = delivery.attempts + 1
  const data = { ...describeAttempt(attempts, outcome.attempt), ...(note && { reason: note }) }
  const facts = (types: readonly EventName[], more: object = {}) =>
    types.map(type => toFact(delivery, type, byReader.has(type) ? simulatedReader : { ...data, ...more }, at))
  const counted = { attempts, crashes: 0, failures: 0, lastReply: outcome.attempt.reply ?? null }
  switch (outcome.kind) {
    case 'accepted': {
      const { state, events } = acceptance(conclusion.accepted, outcome.aftermath)
      const late = outcome.aftermath === 'bounced' ? facts(['email.bounced'], lateBounce) : []
      return ended(delivery, state, [...facts(events), ...late], counted)
    }
    case 'rejected': {
      if (outcome.failed) return ended(delivery, 'failed', facts(['email.failed']), counted)
      const bounced = ended(delivery, 'bounced', facts(['email.bounced'], { bounce_class: outcome.bounce }), counted)
      const isSuppressed = outcome.suppress && !isMagicAddress(delivery.address)
      return isSuppressed ? { ...bounced, suppress: [hardBounce(delivery, at)] } : bounced
    }
    case 'deferred': {
      const isLostTwice = outcome.inDoubt && delivery.doubts > 0
      if (isLostTwice || delivery.expired)
        return givenUp(delivery, { ...data, reason: isLostTwice ? lostTwice : tooLate }, at, counted, outcome.inDoubt)
      const dueInMs = pauseAfter(attempts, conclusion.chance, conclusion.schedule)
      const next = { next_attempt_at: new Date(at.getTime() + dueInMs + result.aheadMs).toISOString() }
      const waitsFor = outcome.because === 'message' ? null : conclusion.destination
      const later = { ...counted, dot: outcome.inDoubt, dueInMs, waitsFor }
      return ended(delivery, 'delayed', facts(['email.delivery_delayed'], next), later)
    }
  }
}

type Aftermath = 'opened' | 'clicked' | 'complained' | 'bounced'

function acceptance(state: 'sent' | 'delivered', aftermath?: Aftermath): { state: DeliveryState; events: EventName[] } {
  const events: EventName[] = state === 'sent' ? ['email.sent'] : ['email.sent', 'email.delivered']
  if (!aftermath) return { state, events }
  if (aftermath === 'bounced') return { state: aftermath, events }
  // A click implies an open.
  const after: EventName[] = aftermath === 'clicked' ? ['email.opened', 'email.clicked'] : [`email.${aftermath}`]
  return { state: aftermath === 'complained' ? aftermath : state, events: [...events, ...after] }
}

/** The late bounce of a simulated receiver. */
const lateBounce = { reply: '550 5.1.1 Simulated: no such mailbox after all', bounce_class: 'unknown_mailbox' }

const neverWell = 'Its destination could not be reached before the time for retries ran out.'
const tooLate = 'It was delayed until the time for retries ran out.'

const hardBounce = ({ environmentId, emailId, address }: TakenDelivery, at: Date): SuppressionEntry => ({
  environmentId,
  email: address,
  reason: 'hard_bounce',
  emailId,
  at,
})
