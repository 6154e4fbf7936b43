/** Sends nothing. The message is already stored like every message. */
import type { Carrier, PartOutcome } from './carrier.ts'

export function captureCarrier(name = 'capture'): Carrier {
  const kept: PartOutcome = {
    kind: 'accepted',
    attempt: { transport: name, reply: 'Kept, not sent', durationMs: 0 },
    carrierId: null,
    state: 'delivered',
    captured: true,
  }
  return {
    name,
    takesParts: false,
    idempotent: true,
    takesMedia: true,
    maxAtOnce: 50,
    neverPaused: true,
    submit: async ({ parts }) => parts.map(() => kept),
    [Symbol.asyncDispose]: async () => {},
  }
}
