/** A message that is tracked or personalized per recipient: it is parsed, and its content is sent like any other email, composed by us. */

import { isEmailAddress } from '@posthorn/contract/formats'
import { EmailSend } from '@posthorn/contract/messages/email-requests'
import type { Field } from '#core/message-fields.ts'
import { invalid } from '#core/refusal.ts'
import { compileCheck } from '#validation/check.ts'
import { withoutIds } from '#validation/schema-ids.ts'
import type { Addressed } from './addressed.ts'

type File = { filename: string; type: string; contentId: string | null; inline: boolean; content: Buffer }
export type OpenedMessage = { html: string | null; text: string | null; files: readonly File[] }

type Parts = {
  openMessage(message: Buffer, tenant: string): Promise<OpenedMessage | null>
  mayBeGiven(name: string): boolean
  addressesOf(value: string): string[]
}
type Given = Omit<EmailSend, 'to' | 'cc' | 'bcc'> & { who: Addressed; fields: readonly Field[]; message: Buffer }

const check = compileCheck(withoutIds(EmailSend), 'body')
const maxHeaders = 50

export async function toBody(
  parts: Parts,
  tenant: string,
  { who, fields, message, ...request }: Given,
): Promise<EmailSend> {
  const opened = await parts.openMessage(message, tenant)
  if (!opened)
    throw invalid({
      path: 'message',
      message: 'cannot be parsed for tracking: it is too long or nested too deeply',
    })
  if (who.to.length === 0)
    throw invalid({ path: 'To', message: 'must name a recipient when the email is a broadcast or is tracked' })
  const { html, text, files } = opened
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
    ...(files.length > 0 && { attachments: files.map(toAttachment) }),
    headers: headersOf(parts, fields),
  }
  const faults = check(body, message.length)
  if (faults.length > 0) throw invalid(...faults)
  return body
}

const toAttachment = ({ filename, type, contentId, inline, content }: File) => ({
  filename: shortened(filename.replace(/[/\\\p{Cc}]+/gu, '_')),
  content: content.toString('base64'),
  type,
  ...(contentId !== null && { contentId }),
  disposition: inline ? ('inline' as const) : ('attachment' as const),
})

const maxNameBytes = 255

/** Keeps the end of a long name, by which programs know how to open the file. */
function shortened(filename: string): string {
  const ending = /\.[^.]{1,20}$/.exec(filename)?.[0] ?? ''
  const room = maxNameBytes - Buffer.byteLength(ending)
  const start = Buffer.from(filename.slice(0, filename.length - ending.length))
  if (start.length <= room) return filename
  // A letter that was cut in half becomes U+FFFD.
  return `${start.toString('utf8', 0, room).replace(/\ufffd$/, '')}${ending}`
}

/** The headers that a sender may set, the first of each name. */
function headersOf({ mayBeGiven }: Parts, fields: readonly Field[]): Record<string, string> {
  const headers = new Map<string, string>()
  for (const { name, value } of fields) {
    if (headers.size === maxHeaders) break
    if (mayBeGiven(name) && !headers.has(name)) headers.set(name, value.replace(/\p{Cc}+/gu, ' ').slice(0, 2_048))
  }
  return Object.fromEntries(headers)
}
