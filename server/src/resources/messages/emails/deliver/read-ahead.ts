/**
 * Reads the content of an announced email while its row is being taken, so that on an idle system it leaves sooner. A wrong guess,
 * because another worker takes it, costs one read.
 */
import type { EmailKey } from '../email-key.ts'

/** What has changed since is not seen, so what was read is only used for a moment. */
const keptForMs = 200

export type ReadAhead<Found> = {
  announce(email: EmailKey): void
  read(emails: readonly EmailKey[]): Promise<readonly Found[]>
}

/** Keeps only one email: with more of them, reading them together costs less. */
export function readAhead<Found>(
  find: (emails: readonly EmailKey[]) => Promise<readonly Found[]>,
  nowMs: () => number,
): ReadAhead<Found> {
  type Begun = { emailId: string; untilMs: number; found: Promise<readonly Found[] | undefined> }
  let begun: Begun | undefined

  return {
    announce(email) {
      if (begun && nowMs() < begun.untilMs) return
      // A failure is seen when it is read again.
      const found = find([email]).catch(() => undefined)
      begun = { emailId: email.emailId, untilMs: nowMs() + keptForMs, found }
    },
    async read(emails) {
      const ahead = begun
      begun = undefined
      const isIt = emails.length === 1 && emails[0]?.emailId === ahead?.emailId && nowMs() < (ahead?.untilMs ?? 0)
      return ((isIt && (await ahead?.found)) || undefined) ?? find(emails)
    },
  }
}
