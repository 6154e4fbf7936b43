/**
 * Finds the recipients that a report concerns. Pure. The sealed address decides; the claims of a report only choose among the
 * recipients of the sealed email, and only where they share the address. In doubt the report concerns nobody.
 */

import type { Notice } from '#core/returned-mail.ts'
import type { NewsFor } from '#resources/messages/emails/later/later.ts'

type Recipient = { nth: number; address: string }

export function newsByRecipient(
  recipients: readonly Recipient[],
  nth: number | null,
  notices: readonly Notice[],
): NewsFor[] {
  const only = recipientOf(recipients, nth)
  if (only) {
    const notice = namedIn(notices, only) ?? (notices.length === 1 ? notices[0] : undefined)
    return notice ? [{ nth: only.nth, news: notice.news }] : []
  }
  return recipients.flatMap(recipient => {
    const notice = namedIn(notices, recipient)
    return notice ? [{ nth: recipient.nth, news: notice.news }] : []
  })
}

/** All copies of a shared message come back to the address of the first recipient, so that address identifies nobody. */
function recipientOf(recipients: readonly Recipient[], nth: number | null): Recipient | undefined {
  if (recipients.length === 1) return recipients[0]
  return nth === null || nth === 0 ? undefined : recipients.find(one => one.nth === nth)
}

const namedIn = (notices: readonly Notice[], { address }: Recipient): Notice | undefined =>
  notices.find(({ about }) => about.some(one => one.toLowerCase() === address.toLowerCase()))
