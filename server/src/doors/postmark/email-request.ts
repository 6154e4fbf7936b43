/** Converts an email of Postmark's clients to ours. */
import type { EmailSend } from '@posthorn/contract/messages/email-requests'
import { type Static, Type } from 'typebox'
import { isId } from '#core/id.ts'
import { withoutLineBreaks } from '#core/line-breaks.ts'
import { invalid } from '#core/refusal.ts'
import { given, Maybe } from '#validation/optional.ts'
import { addressesIn } from './address-list.ts'

const Attachment = Type.Object({
  Name: Type.String(),
  Content: Type.String(),
  ContentType: Maybe(Type.String()),
  ContentID: Maybe(Type.String()),
})

/** 50 addresses with long names. Taking a list of megabytes apart would block the process for seconds. */
const Addresses = Type.String({ maxLength: 50_000 })

export const Email = Type.Object({
  From: Addresses,
  To: Maybe(Addresses),
  Cc: Maybe(Addresses),
  Bcc: Maybe(Addresses),
  Subject: Maybe(Type.String()),
  HtmlBody: Maybe(Type.String()),
  TextBody: Maybe(Type.String()),
  ReplyTo: Maybe(Addresses),
  Tag: Maybe(Type.String()),
  TrackOpens: Maybe(Type.Boolean()),
  TrackLinks: Maybe(Type.String()),
  Headers: Maybe(Type.Array(Type.Object({ Name: Type.String(), Value: Type.String() }), { maxItems: 50 })),
  Attachments: Maybe(Type.Array(Attachment, { maxItems: 50 })),
  Metadata: Maybe(Type.Record(Type.String(), Type.String())),
  MessageStream: Maybe(Type.String()),
  TemplateId: Maybe(Type.Union([Type.Integer(), Type.String()])),
  TemplateAlias: Maybe(Type.String()),
  TemplateModel: Maybe(Type.Record(Type.String(), Type.Unknown())),
})

export type Email = Static<typeof Email>

export function toEmailSend(email: Email): EmailSend {
  const { From, Subject, HtmlBody, TextBody, TrackOpens, TrackLinks, TemplateModel } = email
  const tags = tagsOf(email)
  return {
    from: From,
    ...given({
      to: addressesIn(email.To),
      cc: addressesIn(email.Cc),
      bcc: addressesIn(email.Bcc),
      reply_to: addressesIn(email.ReplyTo),
      html: HtmlBody ? toOwnLinks(HtmlBody) : undefined,
      text: TextBody ? toOwnLinks(TextBody) : undefined,
      subject: Subject || undefined,
      track_opens: TrackOpens,
      track_clicks: tracksClicks(TrackLinks),
      message_stream: streamOf(email.MessageStream),
      headers: headersOf(email),
    }),
    ...templateOf(email),
    ...(tags.length > 0 && { tags }),
    ...(email.Attachments && email.Attachments.length > 0 && { attachments: email.Attachments.map(toFile) }),
    ...given({ variables: TemplateModel }),
    // `as`: our own schema checks for missing fields.
  } as EmailSend
}

const ownLinks = /\{\{\{?\s{0,10}pm:unsubscribe(?:_url)?\s{0,10}\}?\}\}/g

/** Postmark's placeholder for the unsubscribe link of each recipient becomes ours. */
const toOwnLinks = (text: string): string => text.replaceAll(ownLinks, '{{ unsubscribe_url }}')

/** The default streams of every Postmark server. */
const streams: Record<string, EmailSend['message_stream']> = {
  outbound: 'transactional',
  broadcast: 'broadcast',
  broadcasts: 'broadcast',
}

export function streamOf(name: string | null | undefined): EmailSend['message_stream'] {
  if (!name) return undefined
  if (Object.hasOwn(streams, name)) return streams[name]
  throw invalid({ path: 'message_stream', message: 'must be outbound or broadcast: Posthorn has no other streams' })
}

/** We track links only in html. */
const linkTracking: Record<string, boolean> = { None: false, HtmlOnly: true, HtmlAndText: true }

function tracksClicks(TrackLinks: string | null | undefined): boolean | undefined {
  if (!TrackLinks) return undefined
  if (Object.hasOwn(linkTracking, TrackLinks)) return linkTracking[TrackLinks]
  const message = 'must be None, HtmlOnly or HtmlAndText: links are tracked in the HtmlBody only'
  throw invalid({ path: 'track_clicks', message })
}

/** Postmark's template ids are numbers. One of our templates can have such a number as its name. */
function templateOf({ TemplateId, TemplateAlias }: Email): Pick<EmailSend, 'template_id' | 'template_friendly_name'> {
  if (typeof TemplateId === 'string' && isId(TemplateId)) return { template_id: TemplateId }
  const name = TemplateAlias || TemplateId
  return name ? { template_friendly_name: String(name) } : {}
}

/** Our tags are one word. Metadata becomes `name:value`. */
const tagsOf = ({ Tag, Metadata }: Email): string[] => [
  ...(Tag ? [Tag] : []),
  ...Object.entries(Metadata ?? {}).map(([name, value]) => `${name}:${value}`),
]

export function fromTags(tags: readonly string[] = []): { Tag: string | null; Metadata: Record<string, string> } {
  const [Tag = null] = tags.filter(tag => !tag.includes(':'))
  const pairs = tags
    .filter(tag => tag.includes(':'))
    .map(tag => [tag.slice(0, tag.indexOf(':')), tag.slice(tag.indexOf(':') + 1)])
  return { Tag, Metadata: Object.fromEntries(pairs) }
}

function headersOf({ Headers }: Email): Record<string, string> | undefined {
  if (!Headers || Headers.length === 0) return undefined
  const names = new Set(Headers.map(({ Name }) => Name.toLowerCase()))
  if (names.size < Headers.length) throw invalid({ path: 'headers', message: 'must not repeat a name' })
  return Object.fromEntries(Headers.map(({ Name, Value }) => [Name, Value]))
}

const toFile = ({ Name, Content, ContentType, ContentID }: Static<typeof Attachment>) => ({
  filename: Name,
  // The client for Ruby sends lines.
  content: withoutLineBreaks(Content),
  ...given({ type: ContentType || undefined, contentId: ContentID ? ContentID.replace(/^cid:/, '') : undefined }),
})
