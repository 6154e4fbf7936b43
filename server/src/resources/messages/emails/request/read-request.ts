/** From a body that has the shape of the contract to a draft that keeps every rule, or to a refusal that says why not. */
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

/** What is asked for an email whose content is a message of the sender's own. Nobody in `to` means that all of them are hidden. */
export type MessageRequest = Pick<
  EmailSend,
  'from' | 'from_name' | 'subject' | 'tags' | 'batch_id' | 'scheduled_for' | 'require_tls'
> &
  Record<'to' | 'cc' | 'bcc', string[]>

/** A message that leaves as it came, but for what must not leave: hidden recipients, and commands to a relay. */
export function readMessage(request: MessageRequest, message: Buffer, now: Date): Draft {
  const objections = new Objections()
  const subject = request.subject ?? ''
  const content = { subject, html: null, text: null, size: Buffer.byteLength(subject) + message.length }
  const draft = read(request, now, objections, content)
  refuseIfAny(objections)
  const fields = fieldsOf(message)?.fields ?? []
  return { ...draft, headers: ownMessageId(fields), message: withoutFields(message, fields.filter(staysHere)) }
}

/** The longest line that a message may have. Of an id that is folded over several lines the beginning is shown. */
const longestMessageId = 998

/** Kept beside the message, so that answers show it without opening the message. */
function ownMessageId(fields: readonly Field[]): Draft['headers'] {
  const value = fields.find(field => field.name === 'message-id' && !isEmpty(field))?.value
  return value ? { [messageIdHeader]: value.slice(0, longestMessageId).replaceAll('\0', '').toWellFormed() } : null
}

const hidden = new Set(['bcc', 'resent-bcc', 'return-path'])
const staysHere = (field: Field): boolean =>
  hidden.has(field.name) || isEmpty(field) || commandedProvider(field.name) !== undefined

/** What every message must have, without a value: ours is added in its place. */
const isEmpty = ({ name, value }: Field): boolean => value === '' && (name === 'message-id' || name === 'date')

/** All or nothing: what stands against one email refuses them all. */
export function readBatch(bodies: readonly EmailSend[], now: Date): Draft[] {
  const readings = bodies.map(body => {
    const objections = new Objections()
    return { objections, draft: read(body, now, objections) }
  })
  refuseIfAny(gather(readings.map(({ objections }) => objections)))
  return readings.map(({ draft }) => draft)
}

/** A draft with objections is only half true: nobody sees it. */
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
    // Filled in by whoever renders it.
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

/** Whether there is such a topic is for somebody else to find out. */
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
