/**
 * Finds the recipients that a report concerns. Pure. The sealed address decides; the claims of a report only choose among the
 * recipients of the sealed email, and only where they share the address. In doubt the report concerns nobody.
 */

import type { News, Notice } from '#core/returned-mail.ts'
import type { NewsFor } from '#resources/messages/emails/later/later.ts'

type Recipient = { nth: number; address: string }

export function newsByRecipient(
  recipients: readonly Recipient[],
  nth: number | null,
  notices: readonly Notice[],
): NewsFor[] {
  const only = recipientOf(recipients, nth)
  if (only) {
    const named = namedIn(notices, only)
    if (named) return [{ nth: only.nth, news: named.news }]
    const [notice, ...others] = notices
    return notice && others.length === 0 ? [{ nth: only.nth, news: newsOfUnnamed(notice, only) }] : []
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

/** A list or a mailbox that forwards exists, even if one of its members or its target does not. */
function newsOfUnnamed({ about, news }: Notice, { address }: Recipient): News {
  const isAnother = about.length > 0 && about.every(one => mailboxOf(one) !== mailboxOf(address))
  return news.kind === 'bounced' && isAnother ? { ...news, suppress: false } : news
}

/** Without the tag, and without the domain: servers rewrite both. */
const mailboxOf = (address: string): string => address.toLowerCase().replace(/[+@].*$/s, '')

const namedIn = (notices: readonly Notice[], { address }: Recipient): Notice | undefined =>
  notices.find(({ about }) => about.some(one => one.toLowerCase() === address.toLowerCase()))
