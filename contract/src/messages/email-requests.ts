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
      description: 'A plain name, at most 255 bytes: no path, no control characters.',
    }),
    content: Type.String({ description: 'The file in base64. A link or a path is never followed.' }),
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
        description: 'Makes the file inline, so that html can show it as cid:… Used once per email.',
      }),
    ),
    disposition: Type.Optional(
      OneOf(['attachment', 'inline'], { description: 'inline shows the file in the message.' }),
    ),
  },
  { $id: 'Attachment', description: 'A file sent along. All attachments together are at most 10 MiB in base64.' },
)
export type Attachment = Static<typeof Attachment>

export const EmailSend = Type.Object(
  {
    from: Type.String({
      minLength: 1,
      maxLength: 998,
      description: 'One sender, with or without a name: ada@example.com or Ada Lovelace <ada@example.com>.',
      examples: ['Acme <hello@acme.test>'],
    }),
    from_name: Type.Optional(Type.String({ maxLength: 256, description: 'Wins over the name in from.' })),
    to: Addresses(
      'The recipients. To, cc and bcc are at most 50 addresses together; one given twice is written to once.',
    ),
    cc: Type.Optional(Addresses('Recipients of a visible copy.')),
    bcc: Type.Optional(Addresses('Recipients of a hidden copy: they show in no header.')),
    reply_to: Type.Optional(Addresses('Where answers go.')),
    subject: Type.Optional(
      Type.String({ minLength: 1, maxLength: 998, description: 'Required unless a template supplies it.' }),
    ),
    html: Type.Optional(Type.String({ description: 'The HTML content, at most 5 MiB.' })),
    text: Type.Optional(
      Type.String({ description: 'The plain text content, at most 5 MiB. Derived from html when it is missing.' }),
    ),
    template_id: reference('A template instead of html and text.'),
    template_friendly_name: reference('A template by its name instead of its id.'),
    variables: Type.Optional(
      Type.Unsafe<Record<string, unknown>>({
        type: 'object',
        additionalProperties: true,
        description:
          'What the template fills in. Any JSON, at most 32 levels deep. The recipient’s contact is there as contact.*, for keys that may read contacts (contacts:read).',
      }),
    ),
    tags: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 256 }), {
        maxItems: 50,
        description: 'Words of your own, to filter lists and analytics by.',
      }),
    ),
    headers: Type.Optional(
      Type.Unsafe<Record<string, string>>({
        type: 'object',
        additionalProperties: { type: 'string' },
        maxProperties: 50,
        description:
          'Extra headers. Those the service writes itself, such as From, Subject or Content-Type, are refused, and so are those that command a relay, such as X-SMTPAPI, X-MC-* or X-SES-*.',
      }),
    ),
    attachments: Type.Optional(Type.Array(Attachment, { maxItems: 50 })),
    scheduled_for: Type.Optional(
      Type.String({
        format: 'date-time',
        maxLength: 30,
        description: 'Send later, at any time from now on. Up to 5 minutes in the past is sent at once.',
        examples: ['2027-01-31T09:30:00Z'],
      }),
    ),
    batch_id: Type.Optional(
      Type.String({ maxLength: 256, description: 'A name of your own for emails that belong together.' }),
    ),
    track_opens: Type.Optional(Type.Boolean({ default: false, description: 'Count opens through a hidden image.' })),
    track_clicks: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Count clicks by rewriting the links in html, up to 1,000 of them; the rest stay as they are.',
      }),
    ),
    require_tls: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Send over TLS or not at all: a mail host that offers none is tried again like one that is away, until the email bounces. A sender domain can demand it for all of its email; false does not change that.',
      }),
    ),
    message_stream: Type.Optional(
      OneOf(messageStreams, {
        default: 'transactional',
        description:
          'broadcast skips contacts that are not subscribed, lets transactional email pass first, and carries List-Unsubscribe headers: one click, and the reader gets no more.',
      }),
    ),
    topic_id: reference('With broadcast: skip contacts that are not subscribed to this topic.'),
    fallback: Type.Optional(EmailFallback),
  },
  {
    $id: 'EmailSend',
    description: 'Content is required: html, text or both, or else a template.',
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
