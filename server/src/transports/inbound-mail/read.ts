/** What a message that came to a return path says: pure, and bounded whatever it is. Empty when in doubt. */
import PostalMime, { type Email } from 'postal-mime'
import type { Notice } from '#core/returned-mail.ts'
import { readDeliveryStatus } from './delivery-status.ts'
import { readFeedback } from './feedback-report.ts'
import { deepestPart, largestHeaders, largestReading, maxLines } from './limits.ts'
import { readPlainBounce } from './plain-bounce.ts'

export async function readReport(message: Buffer, envelopeFrom: string): Promise<Notice[]> {
  const mail = await parse(beginningOf(message))
  if (!mail) return []
  if (/^multipart\/report\b/i.test(headerOf(mail, 'content-type'))) {
    const status = partOf(mail, /^message\/(?:global-)?delivery-status$/)
    if (status !== undefined) return readDeliveryStatus(status)
    const feedback = partOf(mail, /^message\/feedback-report$/)
    return feedback === undefined ? [] : readFeedback(feedback)
  }
  if (isAutomaticReply(mail)) return []
  return readPlainBounce({
    envelopeFrom,
    from: mail.from?.address ?? '',
    subject: mail.subject ?? '',
    text: mail.text ?? withoutTags(mail.html ?? ''),
    failedRecipients: headerOf(mail, 'x-failed-recipients'),
  })
}

function beginningOf(message: Buffer): Buffer {
  let end = 0
  for (let line = 0; line < maxLines; line++) {
    const next = message.indexOf('\n', end)
    if (next < 0 || next >= largestReading) return message.subarray(0, largestReading)
    end = next + 1
  }
  return message.subarray(0, end)
}

async function parse(message: Buffer): Promise<Email | undefined> {
  try {
    return await PostalMime.parse(message, {
      maxNestingDepth: deepestPart,
      maxHeadersSize: largestHeaders,
      // What is sent back is not what is said.
      forceRfc822Attachments: true,
    })
  } catch {
    // Deeper or longer than anything that reports are made of.
    return undefined
  }
}

const headerOf = (mail: Email, name: string): string => mail.headers.find(({ key }) => key === name)?.value ?? ''

function partOf(mail: Email, type: RegExp): string | undefined {
  const content = mail.attachments.find(({ mimeType }) => type.test(mimeType))?.content
  if (content === undefined) return undefined
  return typeof content === 'string' ? content : new TextDecoder().decode(content)
}

/** RFC 3834: a person is away, or a machine says thank you. */
const isAutomaticReply = (mail: Email): boolean =>
  /^auto-(?:replied|notified)/i.test(headerOf(mail, 'auto-submitted')) ||
  ['x-autoreply', 'x-autorespond'].some(name => headerOf(mail, name) !== '')

/** Each step stops at the next bracket, so it is linear. */
const withoutTags = (html: string): string => html.slice(0, 100_000).replace(/<[^<>]*>/g, '\n')
