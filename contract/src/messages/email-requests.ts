import { type Static, Type } from 'typebox'
import { EmailAddress, OneOf, Timestamp } from '../scalars.ts'
import { EmailFallback } from './email-fallback.ts'

export const messageStreams = ['transactional', 'broadcast'] as const
export type MessageStream = (typeof messageStreams)[number]

/** One address or a list of them. */
const Addresses = (description: string) =>
  Type.Union([EmailAddress, Type.Array(EmailAddress, { minItems: 1, maxItems: 50 })], { description })

const reference = (description: string) => Type.Optional(Type.String({ minLength: 1, maxLength: 256, description }))

export const Attachment = Type.Object(
  {
    filename: Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'The name of the file, at most 255 bytes. No path, no control characters.',
    }),
    content: Type.String({ description: 'The file in base64. Links and paths are not followed.' }),
    type: Type.Optional(
      Type.String({
        minLength: 3,
        maxLength: 255,
        default: 'application/octet-stream',
        description: 'The media type.',
      }),
    ),
    contentId: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 255,
        description: 'Makes the file inline, so html can refer to it as cid:… Must be unique within the email.',
      }),
    ),
    disposition: Type.Optional(
      OneOf(['attachment', 'inline'], { description: 'inline: the file is shown in the message.' }),
    ),
  },
  { $id: 'Attachment', description: 'A file to attach. All attachments together are at most 10 MiB in base64.' },
)
export type Attachment = Static<typeof Attachment>

export const EmailSend = Type.Object(
  {
    from: Type.String({
      minLength: 1,
      maxLength: 998,
      description:
        'The address the email is sent from, with or without a name: ada@example.com or Ada Lovelace <ada@example.com>.',
      examples: ['Acme <hello@acme.test>'],
    }),
    from_name: Type.Optional(
      Type.String({ maxLength: 256, description: 'The name of the sender. Takes precedence over the name in from.' }),
    ),
    to: Addresses(
      'The recipients. At most 50 addresses in to, cc and bcc together. An address given twice gets one copy.',
    ),
    cc: Type.Optional(Addresses('Recipients of a visible copy.')),
    bcc: Type.Optional(Addresses('Recipients of a hidden copy. They appear in no header.')),
    reply_to: Type.Optional(Addresses('The addresses that replies go to.')),
    subject: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 998,
        description: 'The subject. Required unless a template supplies it.',
      }),
    ),
    html: Type.Optional(Type.String({ description: 'The HTML content, at most 5 MiB.' })),
    text: Type.Optional(
      Type.String({ description: 'The plain text content, at most 5 MiB. Derived from html when left out.' }),
    ),
    template_id: reference('The id of a template to use instead of html and text.'),
    template_friendly_name: reference('The friendly name of a template, instead of template_id.'),
    variables: Type.Optional(
      Type.Unsafe<Record<string, unknown>>({
        type: 'object',
        additionalProperties: true,
        description:
          'Values for the template: any JSON, at most 32 levels deep. The contact of the recipient is available as contact.*, for keys with the permission contacts:read.',
      }),
    ),
    tags: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 256 }), {
        maxItems: 50,
        description: 'Your own labels, to filter lists and analytics by.',
      }),
    ),
    headers: Type.Optional(
      Type.Unsafe<Record<string, string>>({
        type: 'object',
        additionalProperties: { type: 'string' },
        maxProperties: 50,
        description:
          'Additional headers. Headers that the service sets itself, such as From, Subject or Content-Type, are refused, and so are headers that control a relay, such as X-SMTPAPI, X-MC-* or X-SES-*.',
      }),
    ),
    attachments: Type.Optional(Type.Array(Attachment, { maxItems: 50 })),
    scheduled_for: Type.Optional(
      Type.String({
        format: 'date-time',
        maxLength: 30,
        description: 'When to send the email, at any time in the future. Times up to 5 minutes in the past mean now.',
        examples: ['2027-01-31T09:30:00Z'],
      }),
    ),
    batch_id: Type.Optional(Type.String({ maxLength: 256, description: 'Your own name for a group of emails.' })),
    track_opens: Type.Optional(
      Type.Boolean({ default: false, description: 'Whether to count opens through a hidden image.' }),
    ),
    track_clicks: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Whether to count clicks by rewriting the links in html. The first 1,000 links are rewritten.',
      }),
    ),
    require_tls: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Whether to send only over TLS. A mail host without TLS is retried like an unreachable one, until the email fails. A sender domain can require TLS for all its email; false does not override that.',
      }),
    ),
    message_stream: Type.Optional(
      OneOf(messageStreams, {
        default: 'transactional',
        description:
          'broadcast: skips contacts that are not subscribed, yields to transactional email, and adds List-Unsubscribe headers for one-click unsubscribe.',
      }),
    ),
    topic_id: reference('For message_stream broadcast: skip contacts that are not subscribed to this topic.'),
    fallback: Type.Optional(EmailFallback),
  },
  {
    $id: 'EmailSend',
    description: 'Requires content: html, text or both, or a template.',
    anyOf: [
      { required: ['html'] },
      { required: ['text'] },
      { required: ['template_id'] },
      { required: ['template_friendly_name'] },
    ],
  },
)
export type EmailSend = Static<typeof EmailSend>

export const EmailReschedule = Type.Object(
  { scheduled_for: Timestamp },
  { $id: 'EmailReschedule', description: 'The new time.' },
)
export type EmailReschedule = Static<typeof EmailReschedule>
