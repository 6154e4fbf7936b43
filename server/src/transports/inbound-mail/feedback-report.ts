/** The machine-readable part of a complaint: RFC 5965. */
import type { Notice } from '#core/returned-mail.ts'
import { addressIn, blocksOf, withoutComments } from './fields.ts'

/** Other types (RFC 6430's not-spam, RFC 6591's auth-failure, …) are not complaints of the recipient. */
const complaints = new Set(['abuse', 'fraud', 'opt-out', 'opt-out-list'])

export function readFeedback(text: string): Notice[] {
  const block = blocksOf(text)[0]
  const feedback = withoutComments(block?.get('feedback-type') ?? '').toLowerCase()
  if (!block || !complaints.has(feedback)) return []
  const about = ['original-rcpt-to', 'removal-recipient'].flatMap(name => addressIn(block.get(name)))
  return [{ about, news: { kind: 'complained', feedback } }]
}
