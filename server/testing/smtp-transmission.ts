import type { Timeouts } from '#transports/smtp/timeouts.ts'
import type { Transmission } from '#transports/transport.ts'

export const shortMessage = Buffer.from('Subject: Hello\r\nFrom: ada@us.example\r\n\r\nGood morning\r\n')

/** What is handed to a transport, with one recipient by default. */
export function transmissionTo(
  recipients: readonly string[] = ['grace@example.com'],
  changes: Partial<Transmission> = {},
): Transmission {
  return {
    emailId: 'email_1',
    environmentId: 'environment_1',
    returnPath: 'bounces@us.example',
    recipients,
    attempts: recipients.map(() => 0),
    message: shortMessage,
    beforeFinalDot: async () => {},
    ...changes,
  }
}

/** Long enough for a busy machine, short enough to wait for. */
export const shortTimeouts: Timeouts = {
  connect: 300,
  reply: 300,
  dataStart: 300,
  dataBlock: 300,
  finalDot: 300,
  session: 60_000,
}

/** For tests in which nothing is waited for: none of them may pass by a timeout. */
export const longTimeouts: Timeouts = {
  connect: 10_000,
  reply: 10_000,
  dataStart: 10_000,
  dataBlock: 10_000,
  finalDot: 10_000,
  session: 60_000,
}
