/** Reads a mail to a role mailbox such as postmaster or abuse: pure, and bounded for any input. */
import type { Email } from 'postal-mime'
import type { Quoted, RoleMail } from '#core/addresses/role-mail.ts'
import type { Notice } from '#core/returned-mail.ts'
import { oneLine } from '../carriers/one-line.ts'
import { readDomainReport } from './domain-report.ts'
import { readFeedback } from './feedback-report.ts'
import { addressIn, blocksOf, firstOf } from './fields.ts'
import { maxLines, maxMessageBytes, minArchiveLine } from './limits.ts'
import { beginningOf, feedbackReport, parseMail, partOf } from './parse.ts'

const reading = { octets: maxMessageBytes, lines: maxLines, furtherLine: minArchiveLine }

export async function readRoleMail(message: Buffer, envelopeFrom: string): Promise<RoleMail> {
  const mail = await parseMail(beginningOf(message, reading))
  if (!mail) return { kind: 'other', from: shown(envelopeFrom), subject: '' }
  const complaint = readComplaint(mail)
  if (complaint) return complaint
  const report = readDomainReport(mail)
  if (report) return { kind: 'report', report }
  return { kind: 'other', from: sender(mail, envelopeFrom), subject: shown(mail.subject ?? '') }
}

const sender = (mail: Email, envelopeFrom: string): string => shown(mail.from?.address || envelopeFrom)

const shown = (text: string): string => oneLine(text).slice(0, 200)

function readComplaint(mail: Email): RoleMail | undefined {
  const feedback = partOf(mail, feedbackReport)
  const headers = headersOf(partOf(mail, returnedMessage) ?? '')
  const notices = feedback === undefined ? readForwarded(headers) : readFeedback(feedback)
  if (notices.length === 0) return undefined
  return { kind: 'complaint', notices, quoted: quotedIn(feedback ?? '', headers) }
}

/**
 * Microsoft's older format: the message itself, attached to an ordinary mail, with one more header field. It proves as little as a report, so it has to quote
 * something of ours, too.
 */
function readForwarded(headers: string): Notice[] {
  const about = addressIn(firstOf(blocksOf(headers)[0], 'x-hmxmroriginalrecipient'))
  return about.length === 0 ? [] : [{ about, news: { kind: 'complained', feedback: 'abuse' } }]
}

/** RFC 6522 and RFC 6533: the whole message, or its headers. */
const returnedMessage = /^(?:message\/(?:rfc822|global|global-headers)|text\/rfc822-headers)$/

const maxQuoted = 20

/** The format of our sealed addresses. The seal is checked elsewhere. */
const sealedAddress = /\b[bu]-[0-9a-v]{48}@[a-z0-9.-]{1,253}/gi

function quotedIn(feedback: string, headers: string): Quoted {
  const fields = [blocksOf(feedback)[0], blocksOf(headers)[0]]
  const sealed = `${feedback}\n${headers}`.match(sealedAddress) ?? []
  return {
    addresses: [...new Set([...addressIn(firstOf(fields[0], 'original-mail-from')), ...sealed])].slice(0, maxQuoted),
    messageIds: fields.flatMap(block => firstOf(block, 'message-id') ?? []),
    feedbackIds: fields.flatMap(block => firstOf(block, 'feedback-id') ?? []),
  }
}

/** Up to the first empty line: the rest is content of the sender. */
function headersOf(message: string): string {
  const start = message.replace(/^\s+/, '')
  return start.slice(0, /\r?\n\r?\n/.exec(start)?.index)
}
