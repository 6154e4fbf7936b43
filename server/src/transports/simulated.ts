/** The transport of test keys: nothing is sent, and the address decides the outcome. */
import { type SimulatedWord, simulatedWord } from '#core/simulation.ts'
import type { Attempt, EmailTransport, Outcome } from './transport.ts'

export const simulatedTransport = (): EmailTransport => ({
  name: 'simulated',
  accepted: 'delivered',
  neverPaused: true,
  groupOf: () => 'simulated',
  destinationOf: () => ({ name: 'simulated', maxRunning: 50 }),
  send: async ({ recipients, attempts }) =>
    recipients.map((address, index) => outcomeOf(simulatedWord(address), attempts[index] ?? 0)),
  [Symbol.asyncDispose]: async () => {},
})

/** The outcome of each attempt; the last one applies to all later attempts. */
const outcomeOf = (word: SimulatedWord, attempts: number): Outcome => {
  const steps = script[word]
  // `as`: no list is empty.
  return steps[Math.min(attempts, steps.length - 1)] as Outcome
}

const attempt = (reply: string): Attempt => ({ transport: 'simulated', reply, durationMs: 0 })
const accepted: Outcome = { kind: 'accepted', attempt: attempt('250 2.0.0 Simulated') }
const later = (reply: string): Outcome => ({
  kind: 'deferred',
  attempt: attempt(reply),
  because: 'message',
  inDoubt: false,
})

const unusualRate = later(
  '421 4.7.28 Simulated: our system has detected an unusual rate of unsolicited mail, which has been temporarily rate limited',
)

const noSuchMailbox: Outcome = {
  kind: 'rejected',
  attempt: attempt('550 5.1.1 Simulated: no such mailbox'),
  bounce: 'unknown_mailbox',
  suppress: true,
}

const script: Record<SimulatedWord, readonly Outcome[]> = {
  delivered: [accepted],
  // Suppressed recipients are removed when the email is accepted.
  suppressed: [accepted],
  opened: [{ ...accepted, aftermath: 'opened' }],
  clicked: [{ ...accepted, aftermath: 'clicked' }],
  complained: [{ ...accepted, aftermath: 'complained' }],
  bounced: [noSuchMailbox],
  'bad-list': [noSuchMailbox],
  failed: [
    {
      kind: 'rejected',
      attempt: attempt('Simulated: it failed'),
      bounce: 'other',
      suppress: false,
      failed: true,
    },
  ],
  delayed: [later('451 4.3.0 Simulated: try again later'), accepted],
  greylist: [later('450 4.2.0 Simulated: greylisted, try again later'), accepted],
  'gmail-throttles': [unusualRate, unusualRate, unusualRate, accepted],
  'yahoo-defers': [
    later('421 4.7.0 [TSS04] Simulated: messages temporarily deferred due to unexpected volume or user complaints'),
    accepted,
  ],
  'outlook-s3150': [
    {
      kind: 'rejected',
      attempt: attempt(
        "550 5.7.1 Simulated: messages from [192.0.2.1] weren't sent. Part of their network is on our block list (S3150)",
      ),
      bounce: 'blocked',
      suppress: false,
    },
  ],
  // Until retries run out.
  'mailbox-full': [later('452 4.2.2 Simulated: the mailbox is over quota')],
  'bounces-late': [{ ...accepted, aftermath: 'bounced' }],
  complains: [{ ...accepted, aftermath: 'complained' }],
}
