/**
 * Reads what has to be known of an announced email while its row is being taken, so that on an idle system it leaves sooner. A wrong
 * guess, because another worker takes it, costs one read.
 */
import type { EmailKey } from '#postgres/partitions/email-keys.ts'

/** What has changed since is not seen, so what was read is only used for a moment. */
const keptForMs = 200

export type ReadAhead<Found> = {
  announce(email: EmailKey): void
  /** What was read of the email that all of these are; otherwise undefined. */
  take(emails: readonly EmailKey[]): Promise<Found | undefined>
}

/** Keeps only one email: with more of them, reading them together costs less. */
export function readAhead<Found>(read: (email: EmailKey) => Promise<Found>, nowMs: () => number): ReadAhead<Found> {
  type Begun = { emailId: string; untilMs: number; found: Promise<Found | undefined> }
  let begun: Begun | undefined

  return {
    announce(email) {
      if (begun && nowMs() < begun.untilMs) return
      // A failure is seen when it is read again.
      const found = read(email).catch(() => undefined)
      begun = { emailId: email.emailId, untilMs: nowMs() + keptForMs, found }
    },
    async take(emails) {
      const ahead = begun
      begun = undefined
      if (!ahead || nowMs() >= ahead.untilMs) return undefined
      return emails.every(({ emailId }) => emailId === ahead.emailId) ? ahead.found : undefined
    },
  }
}
