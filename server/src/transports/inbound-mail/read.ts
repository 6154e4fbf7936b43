/** Reads a message to a return path: pure, and bounded for any input. Empty when in doubt. */
import type { Email } from 'postal-mime'
import type { Notice } from '#core/returned-mail.ts'
import { readDeliveryStatus } from './delivery-status.ts'
import { readFeedback } from './feedback-report.ts'
import { maxLines, maxReportBytes } from './limits.ts'
import { beginningOf, feedbackReport, headerOf, isReport, parseMail, partOf } from './parse.ts'
import { isMailSystem, readPlainBounce } from './plain-bounce.ts'

export async function readReport(message: Buffer, envelopeFrom: string): Promise<Notice[]> {
  const mail = await parseMail(beginningOf(message, { octets: maxReportBytes, lines: maxLines }))
  if (!mail) return []
  const from = mail.from?.address ?? ''
  // Gateways and mailing lists put a report into another multipart. A person may forward one.
  if (isReport(mail) || envelopeFrom === '' || isMailSystem(from)) {
    const status = partOf(mail, /^message\/(?:global-)?delivery-status$/)
    if (status !== undefined) return readDeliveryStatus(status)
  }
  const feedback = partOf(mail, feedbackReport)
  if (feedback !== undefined) return readFeedback(feedback)
  if (isReport(mail)) return []
  // Exim's bounces are marked as automatic replies as well.
  if (isAutomaticReply(mail) && !isMailSystem(from)) return []
  return readPlainBounce({
    envelopeFrom,
    from,
    subject: mail.subject ?? '',
    text: mail.text ?? withoutTags(mail.html ?? ''),
    failedRecipients: headerOf(mail, 'x-failed-recipients'),
  })
}

/** RFC 3834: out-of-office replies and automatic acknowledgements. */
const isAutomaticReply = (mail: Email): boolean =>
  /^auto-(?:replied|notified)/i.test(headerOf(mail, 'auto-submitted')) ||
  ['x-autoreply', 'x-autorespond'].some(name => headerOf(mail, name) !== '')

/** Linear, since each match ends at the next bracket. */
const withoutTags = (html: string): string => html.slice(0, 100_000).replace(/<[^<>]*>/g, '\n')
