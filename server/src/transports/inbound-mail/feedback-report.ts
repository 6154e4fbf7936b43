/** The machine-readable part of a complaint: RFC 5965. */
import type { Notice } from '#core/returned-mail.ts'
import { addressIn, blocksOf, firstOf, withoutComments } from './fields.ts'
import { maxRecipients } from './limits.ts'

/** Other types (RFC 6430's not-spam, RFC 6591's auth-failure, …) are not complaints of the recipient. */
const complaints = new Set(['abuse', 'fraud', 'opt-out', 'opt-out-list'])

export function readFeedback(text: string): Notice[] {
  const block = blocksOf(text)[0]
  const feedback = withoutComments(firstOf(block, 'feedback-type') ?? '').toLowerCase()
  if (!block || !complaints.has(feedback)) return []
  const named = ['original-rcpt-to', 'removal-recipient'].flatMap(name => block.get(name) ?? [])
  const about = named.flatMap(addressIn).slice(0, maxRecipients)
  return [{ about, news: { kind: 'complained', feedback } }]
}
