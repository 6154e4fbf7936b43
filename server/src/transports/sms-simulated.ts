/** The carrier of test keys: nothing is sent, and the number decides the outcome. */
import { type SimulatedSmsWord, simulatedSmsWord } from '#core/simulation.ts'
import type { Carrier, PartOutcome } from './carrier.ts'
import type { Attempt } from './transport.ts'

export const simulatedCarrier = (): Carrier => ({
  name: 'simulated',
  takesParts: false,
  idempotent: true,
  takesMedia: true,
  maxAtOnce: 50,
  neverPaused: true,
  submit: async ({ to, parts }) => parts.map(() => outcomes[simulatedSmsWord(to)]),
  [Symbol.asyncDispose]: async () => {},
})

const attempt = (reply: string): Attempt => ({ transport: 'simulated', reply, durationMs: 0 })
const delivered: PartOutcome = {
  kind: 'accepted',
  attempt: attempt('Simulated'),
  carrierId: null,
  state: 'delivered',
}

const outcomes: Record<SimulatedSmsWord, PartOutcome> = {
  delivered,
  // A recipient that has opted out is refused when the message is accepted.
  opted_out: delivered,
  undelivered: { ...delivered, attempt: attempt('Simulated: not delivered'), state: 'undelivered' },
  failed: { kind: 'rejected', attempt: attempt('Simulated: it failed') },
}
