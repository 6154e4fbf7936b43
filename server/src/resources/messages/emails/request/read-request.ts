/** Reads a body that matches the contract: into a draft that satisfies every rule, or a refusal that says why not. */
import type { EmailSend } from '@posthorn/contract/messages/email-requests'
import { hasControlCharacter, noControlCharacters } from '#core/characters.ts'
import { isId } from '#core/id.ts'
import { type Field, fieldsOf, withoutFields } from '#core/message-fields.ts'
import { schedule, tooLate } from '#sending/schedule.ts'
import { type Draft, messageIdHeader } from '../draft.ts'
import { readAttachments } from './attachments.ts'
import { readContent } from './content.ts'
import { readHeaders } from './headers.ts'
import { gather, Objections, refuseIfAny } from './objections.ts'
import { readRecipients } from './recipients.ts'
import { commandedProvider } from './relay-commands.ts'
import { readSender } from './sender.ts'

export function readRequest(body: EmailSend, now: Date): Draft {
  const objections = new Objections()
  const draft = read(body, now, objections)
  refuseIfAny(objections)
  return draft
}

/** A request to send a submitted message. An empty `to` means that all recipients are hidden. */
export type MessageRequest = Pick<
  EmailSend,
  'from' | 'from_name' | 'subject' | 'tags' | 'batch_id' | 'scheduled_for' | 'require_tls'
> &
  Record<'to' | 'cc' | 'bcc', string[]>

/** A message that is sent as it was submitted, except for what must not leave: hidden recipients, and commands to a relay. */
export function readMessage(request: MessageRequest, message: Buffer, now: Date): Draft {
  const objections = new Objections()
  const subject = request.subject ?? ''
  const content = { subject, html: null, text: null, size: Buffer.byteLength(subject) + message.length }
  const draft = read(request, now, objections, content)
  refuseIfAny(objections)
  const fields = fieldsOf(message)?.fields ?? []
  return { ...draft, headers: ownMessageId(fields), message: withoutFields(message, fields.filter(isRemoved)) }
}

/** The longest line that a message may have. An id that is folded over several lines is cut. */
const maxMessageIdLength = 998

/** Stored beside the message, so that answers show it without parsing the message. */
function ownMessageId(fields: readonly Field[]): Draft['headers'] {
  const value = fields.find(field => field.name === 'message-id' && !isEmpty(field))?.value
  return value ? { [messageIdHeader]: value.slice(0, maxMessageIdLength).replaceAll('\0', '').toWellFormed() } : null
}

const hidden = new Set(['bcc', 'resent-bcc', 'return-path'])
const isRemoved = (field: Field): boolean =>
  hidden.has(field.name) || isEmpty(field) || commandedProvider(field.name) !== undefined

/** A required header without a value: ours is added instead. */
const isEmpty = ({ name, value }: Field): boolean => value === '' && (name === 'message-id' || name === 'date')

/** All or nothing: a fault in one email refuses them all. */
export function readBatch(bodies: readonly EmailSend[], now: Date): Draft[] {
  const readings = bodies.map(body => {
    const objections = new Objections()
    return { objections, draft: read(body, now, objections) }
  })
  refuseIfAny(gather(readings.map(({ objections }) => objections)))
  return readings.map(({ draft }) => draft)
}

/** With objections, the draft is incomplete and must not be used. */
function read(body: EmailSend, now: Date, objections: Objections, content = readContent(body, objections)): Draft {
  const { to, cc, bcc, replyTo, recipients } = readRecipients(body, objections)
  const { subject, html, text, size } = content
  const headers = readHeaders(body.headers, body.message_stream === 'broadcast', objections)
  const attachments = readAttachments(body.attachments, objections)
  return {
    from: readSender(body, objections),
    to,
    cc,
    bcc,
    replyTo,
    recipients,
    subject,
    html,
    text,
    headers,
    tags: readTags(body.tags, objections),
    batchId: readBatchId(body.batch_id, objections),
    messageStream: body.message_stream ?? 'transactional',
    topicId: readTopic(body, objections),
    requireTls: body.require_tls ?? false,
    trackOpens: body.track_opens ?? false,
    trackClicks: body.track_clicks ?? false,
    unsubscribe: body.message_stream === 'broadcast',
    // Set when the template is rendered.
    templateId: null,
    attachments,
    scheduledFor: readScheduledFor(body.scheduled_for, now, objections),
    size: attachments.reduce((total, { content }) => total + content.length, size),
  }
}

const none: readonly string[] = []

/** Each tag once. */
function readTags(tags: readonly string[] = none, { faults }: Objections): readonly string[] {
  for (const [index, tag] of tags.entries()) {
    if (hasControlCharacter(tag)) faults.push({ path: `tags.${index}`, message: noControlCharacters })
  }
  return tags.length > 1 ? [...new Set(tags)] : tags
}

function readBatchId(batchId = '', { faults }: Objections): string | null {
  if (hasControlCharacter(batchId)) faults.push({ path: 'batch_id', message: noControlCharacters })
  return batchId || null
}

/** Whether the topic exists is checked later. */
function readTopic({ topic_id: topicId, message_stream: stream }: EmailSend, { faults }: Objections): string | null {
  if (topicId === undefined) return null
  if (stream !== 'broadcast') {
    faults.push({ path: 'topic_id', message: 'is for broadcasts: leave it out or set message_stream to broadcast' })
  } else if (!isId(topicId)) faults.push({ path: 'topic_id', message: 'must be the id of a topic' })
  return topicId
}

function readScheduledFor(text: string | undefined, now: Date, { faults }: Objections): string | null {
  if (text === undefined) return null
  const when = schedule(text, now)
  if (when.kind === 'too-late') faults.push({ path: 'scheduled_for', message: tooLate })
  return when.kind === 'later' ? when.at : null
}
