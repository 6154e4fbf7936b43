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
    const named = newsAbout(only, notices)
    if (named) return [{ nth: only.nth, news: named }]
    const [notice, ...others] = notices
    return notice && others.length === 0 ? [{ nth: only.nth, news: newsOfUnnamed(notice, only) }] : []
  }
  return recipients.flatMap(recipient => {
    const news = newsAbout(recipient, notices)
    return news ? [{ nth: recipient.nth, news }] : []
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

/** The last decides: the worst, or the most certain. */
const byWeight: readonly News['kind'][] = ['delayed', 'delivered', 'bounced', 'complained']

/** A report has several results for an address that leads to several mailboxes. While one of them works, the address is not suppressed. */
function newsAbout({ address }: Recipient, notices: readonly Notice[]): News | undefined {
  const named = notices.filter(({ about }) => about.some(one => one.toLowerCase() === address.toLowerCase()))
  const heard = named.map(({ news }) => news)
  const worst = byWeight.findLast(kind => heard.some(news => news.kind === kind))
  const news = heard.find(({ kind }) => kind === worst)
  if (news?.kind !== 'bounced') return news
  return { ...news, suppress: heard.every(one => one.kind === 'bounced' && one.suppress) }
}
