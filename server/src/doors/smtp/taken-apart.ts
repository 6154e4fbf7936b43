/** A message that is tracked or personalized per recipient: it is parsed, and its content is sent like any other email, composed by us. */

import { isEmailAddress } from '@posthorn/contract/formats'
import { EmailSend } from '@posthorn/contract/messages/email-requests'
import type { Field } from '#core/message-fields.ts'
import { invalid } from '#core/refusal.ts'
import { compileCheck } from '#validation/check.ts'
import { withoutIds } from '#validation/schema-ids.ts'
import type { Addressed } from './addressed.ts'
import { type File, toAttachments, withValidIds } from './files.ts'

export type OpenedMessage = { html: string | null; text: string | null; files: readonly File[] }

type Parts = {
  openMessage(message: Buffer, tenant: string): Promise<OpenedMessage | null>
  mayBeGiven(name: string, isBroadcast: boolean): boolean
  addressesOf(value: string): string[]
}
type Given = Omit<EmailSend, 'to' | 'cc' | 'bcc'> & { who: Addressed; fields: readonly Field[]; message: Buffer }

const check = compileCheck(withoutIds(EmailSend), 'body')
const maxHeaders = 50

/** Undefined for a message that has nothing to track, such as a mere file or encrypted content. */
export async function toBody(
  parts: Parts,
  tenant: string,
  { who, fields, message, ...request }: Given,
): Promise<EmailSend | undefined> {
  const opened = await parts.openMessage(message, tenant)
  if (!opened)
    throw invalid({
      path: 'message',
      message: 'cannot be parsed for tracking: it is too long or nested too deeply',
    })
  const isBroadcast = request.message_stream === 'broadcast'
  if (!opened.html && !opened.text && !isBroadcast) return undefined
  if (who.to.length === 0)
    throw invalid({ path: 'To', message: 'must name a recipient when the email is a broadcast or is tracked' })
  const { html, text, files } = withValidIds(opened)
  const replyTo = fields
    .filter(({ name }) => name === 'reply-to')
    .flatMap(({ value }) => parts.addressesOf(value))
    .filter(isEmailAddress)
  const body: EmailSend = {
    ...request,
    to: who.to,
    ...(who.cc.length > 0 && { cc: who.cc }),
    ...(who.bcc.length > 0 && { bcc: who.bcc }),
    ...(replyTo.length > 0 && { reply_to: replyTo }),
    ...(html !== null && { html }),
    ...(text !== null && { text }),
    ...(files.length > 0 && { attachments: toAttachments(files) }),
    headers: headersOf(parts, fields, isBroadcast),
  }
  const faults = check(body, message.length)
  if (faults.length > 0) throw invalid(...faults)
  return body
}

const maxValueLength = 2_048

/** The headers that a sender may set, the first of each name. One that is too long is left out: a part of it would be something else. */
function headersOf({ mayBeGiven }: Parts, fields: readonly Field[], isBroadcast: boolean): Record<string, string> {
  const headers = new Map<string, string>()
  for (const field of fields) {
    if (headers.size === maxHeaders) break
    if (headers.has(field.name) || !mayBeGiven(field.name, isBroadcast)) continue
    const value = shortValue(field)
    if (hasRoom(field.name, value)) headers.set(field.name, value)
  }
  return Object.fromEntries(headers)
}

/** A link is not encoded, so it cannot be split either. */
const hasRoom = (name: string, value: string): boolean =>
  value.length <= maxValueLength && !(name.startsWith('list-') && /\S{901}/.test(value))

function shortValue({ name, value }: Field): string {
  const line = value.replace(/\p{Cc}+/gu, ' ')
  return name === 'references' && line.length > maxValueLength ? withoutMiddle(line.match(/<[^<> ]+>/g) ?? []) : line
}

/** The ids of the first message and of the last ones, which are those that programs look for (RFC 5537, 3.4.4). */
function withoutMiddle([first = '', ...others]: readonly string[]): string {
  let kept = ''
  for (const id of others.toReversed()) {
    if (first.length + kept.length + id.length + 1 > maxValueLength) break
    kept = ` ${id}${kept}`
  }
  return `${first}${kept}`
}
