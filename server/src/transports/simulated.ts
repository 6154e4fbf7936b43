/** What test keys send by: nothing leaves, and the address decides what happens. */
import { type SimulatedWord, simulatedWord } from '#core/simulation.ts'
import type { Attempt, EmailTransport, Outcome } from './transport.ts'

/** How many of those that were put off are remembered; a forgotten one is put off again. */
const maxRemembered = 10_000

export function simulatedTransport(): EmailTransport {
  const putOff = new Set<string>()

  /** A delayed message gets through at the second attempt. */
  function outcomeOf(emailId: string, address: string): Outcome {
    const outcome = outcomes[simulatedWord(address)]
    if (outcome.kind !== 'deferred') return outcome
    const name = `${emailId} ${address}`
    if (putOff.delete(name)) return accepted
    if (putOff.size >= maxRemembered) putOff.clear()
    putOff.add(name)
    return outcome
  }

  return {
    name: 'simulated',
    accepted: 'delivered',
    neverPaused: true,
    groupOf: () => 'simulated',
    destinationOf: () => ({ name: 'simulated', maxRunning: 50 }),
    send: async ({ emailId, recipients }) => recipients.map(address => outcomeOf(emailId, address)),
    [Symbol.asyncDispose]: async () => {},
  }
}

const attempt = (reply: string): Attempt => ({ transport: 'simulated', reply, durationMs: 0 })
const accepted: Outcome = { kind: 'accepted', attempt: attempt('250 2.0.0 Simulated') }

const outcomes: Record<SimulatedWord, Outcome> = {
  delivered: accepted,
  // Whoever is suppressed is left out when the email is accepted.
  suppressed: accepted,
  opened: { ...accepted, aftermath: 'opened' },
  clicked: { ...accepted, aftermath: 'clicked' },
  complained: { ...accepted, aftermath: 'complained' },
  bounced: {
    kind: 'rejected',
    attempt: attempt('550 5.1.1 Simulated: no such mailbox'),
    bounce: 'unknown_mailbox',
    suppress: true,
  },
  failed: {
    kind: 'rejected',
    attempt: attempt('Simulated: it failed'),
    bounce: 'other',
    suppress: false,
    failed: true,
  },
  delayed: {
    kind: 'deferred',
    attempt: attempt('451 4.3.0 Simulated: try again later'),
    because: 'message',
    inDoubt: false,
  },
}
