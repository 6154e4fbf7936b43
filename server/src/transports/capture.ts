/** Keeps messages instead of sending them, so that a newcomer can look at what would have left. */
import type { EmailTransport, Transmission } from './transport.ts'

/** `keep` resolves when the message is safe; keeping the same one twice is harmless. */
export type Keep = (message: Pick<Transmission, 'environmentId' | 'emailId' | 'message'>) => Promise<void>

export const captureTransport = (keep: Keep): EmailTransport => ({
  name: 'capture',
  accepted: 'delivered',
  groupOf: () => 'capture',
  destinationOf: () => ({ name: 'capture', maxRunning: 50 }),
  async send({ environmentId, emailId, message, recipients }) {
    const begun = performance.now()
    await keep({ environmentId, emailId, message })
    const attempt = { transport: 'capture', reply: 'Kept, not sent', durationMs: performance.now() - begun }
    return recipients.map(() => ({ kind: 'accepted', attempt }))
  },
  [Symbol.asyncDispose]: async () => {},
})
