/** Sends nothing. The stored email shows what would have been sent. */
import type { EmailTransport } from './transport.ts'

export const captureTransport = (): EmailTransport => ({
  name: 'capture',
  accepted: 'delivered',
  groupOf: () => 'capture',
  destinationOf: () => ({ name: 'capture', maxRunning: 50 }),
  async send({ recipients }) {
    const attempt = { transport: 'capture', reply: 'Kept, not sent', durationMs: 0 }
    return recipients.map(() => ({ kind: 'accepted', attempt }))
  },
  [Symbol.asyncDispose]: async () => {},
})
