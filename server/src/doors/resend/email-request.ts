/** Converts an email of Resend's clients to ours. */
import type { EmailSend } from '@posthorn/contract/messages/email-requests'
import { type Static, Type } from 'typebox'
import { bareAddress } from '#core/addresses/bare-address.ts'
import { isId } from '#core/id.ts'
import { given, Maybe } from '#validation/optional.ts'
import { withOwnLink } from './template-braces.ts'

export const Addresses = Type.Union([Type.String(), Type.Array(Type.String())])

const Bytes = Type.Array(Type.Integer({ minimum: 0, maximum: 255 }))

const Attachment = Type.Object({
  /** Base64. The Python client also sends a list of numbers, and old Node clients send a Buffer as JSON writes it. */
  content: Maybe(Type.Union([Type.String(), Bytes, Type.Object({ type: Type.Literal('Buffer'), data: Bytes })])),
  filename: Maybe(Type.String()),
  path: Maybe(Type.String()),
  content_type: Maybe(Type.String()),
  content_id: Maybe(Type.String()),
  /** What Node clients called it in 2025. */
  inline_content_id: Maybe(Type.String()),
})
export type Attachment = Static<typeof Attachment>

export const Email = Type.Object({
  from: Maybe(Type.String()),
  to: Addresses,
  subject: Maybe(Type.String()),
  html: Maybe(Type.String()),
  text: Maybe(Type.String()),
  cc: Maybe(Addresses),
  bcc: Maybe(Addresses),
  reply_to: Maybe(Addresses),
  headers: Maybe(Type.Record(Type.String(), Type.String())),
  tags: Maybe(Type.Array(Type.Object({ name: Type.String(), value: Maybe(Type.String()) }))),
  attachments: Maybe(Type.Array(Attachment, { maxItems: 50 })),
  scheduled_at: Maybe(Type.String()),
  topic_id: Maybe(Type.String()),
  template: Maybe(Type.Object({ id: Type.String(), variables: Maybe(Type.Record(Type.String(), Type.Unknown())) })),
})
export type Email = Static<typeof Email>

type File = NonNullable<EmailSend['attachments']>[number]

/** `files`: the email's attachments, already fetched. */
export function toEmailSend(email: Email, files: readonly File[], scheduledFor?: string): EmailSend {
  const { from, to, subject, html, text, cc, bcc, reply_to, headers, tags, topic_id, template } = email
  return {
    ...given({ from, subject, headers, topic_id }),
    ...given({
      html: html && withOwnLink(html),
      text: text && withOwnLink(text),
      to: bareAddresses(to),
      cc: anyOf(cc),
      bcc: anyOf(bcc),
      reply_to: anyOf(reply_to),
      tags: tags?.map(({ name, value }) => toWord(name, value ?? '')),
      scheduled_for: scheduledFor,
      // Readers can leave a topic, and only broadcasts have the link for that.
      message_stream: topic_id && 'broadcast',
      variables: template?.variables,
    }),
    ...(template && (isId(template.id) ? { template_id: template.id } : { template_friendly_name: template.id })),
    ...(files.length > 0 && { attachments: [...files] }),
    // `as`: our own schema checks for missing fields.
  } as EmailSend
}

/** Resend's MCP server sends an empty list for no recipients. */
const anyOf = (addresses: Static<typeof Addresses> | null | undefined): string | string[] | undefined =>
  addresses && addresses.length > 0 ? bareAddresses(addresses) : undefined

export function bareAddresses(addresses: Static<typeof Addresses>): string | string[] {
  return typeof addresses === 'string' ? bareAddress(addresses) : addresses.map(bareAddress)
}

/** Our tags are one word; Resend's are a name and a value. */
const toWord = (name: string, value: string): string => (value === '' ? name : `${name}:${value}`)

export function fromWord(word: string): { name: string; value: string } {
  const colon = word.indexOf(':')
  return colon < 0 ? { name: word, value: '' } : { name: word.slice(0, colon), value: word.slice(colon + 1) }
}
