/** Sends keep the rules of the API: what would be refused there is refused here, as far as it can be told before. */
import type { EmailSend } from '@posthorn/contract/email-send'
import { messageStreams } from '@posthorn/contract/email-send'
import type { Fault } from '@posthorn/contract/errors'
import { Refusal } from '#core/refusal.ts'
import { readRequest as readEmailRequest } from '#resources/messages/emails/request/read-request.ts'
import { readRequest as readSmsRequest } from '#resources/messages/sms/request.ts'
import { type Context, longestSource, readLiquid } from './context.ts'
import type { SendEmail, SendSms } from './definition.ts'
import { deepestJson, isDeeperThan } from './json-texts.ts'
import {
  complain,
  entriesOf,
  fieldsOf,
  given,
  isFull,
  optional,
  type Place,
  readFlag,
  readFormat,
  readId,
  readList,
  readOneOf,
  readText,
  within,
  wrongType,
} from './reading.ts'

const emailFields = [
  'from',
  'from_name',
  'reply_to',
  'subject',
  'html',
  'text',
  'template_id',
  'template_friendly_name',
  'variables',
  'tags',
  'headers',
  'track_opens',
  'track_clicks',
  'message_stream',
  'topic_id',
] as const

export function readSendEmail(place: Place, context: Context): SendEmail {
  const before = place.faults.length
  const field = fieldsOf(place, emailFields)
  const liquid = (one: Place) => readLiquid(one, context)
  const email = given({
    from: readText(field('from'), 998),
    from_name: optional(field('from_name'), readText),
    reply_to: optional(field('reply_to'), readAddresses),
    subject: optional(field('subject'), one => readLiquid(one, context, 998)),
    html: optional(field('html'), liquid),
    text: optional(field('text'), liquid),
    template_id: optional(field('template_id'), one => readId(one, 'template')),
    template_friendly_name: optional(field('template_friendly_name'), one => readText(one)),
    variables: optional(field('variables'), readVariables),
    tags: optional(field('tags'), list => readList(list, 50, one => readText(one))),
    headers: optional(field('headers'), readHeaders),
    track_opens: optional(field('track_opens'), readFlag),
    track_clicks: optional(field('track_clicks'), readFlag),
    message_stream: optional(field('message_stream'), one => readOneOf(one, messageStreams)) ?? ('broadcast' as const),
    topic_id: optional(field('topic_id'), one => readId(one, 'topic')),
  })
  noteReferences(field, email, context)
  if (isUnharmed(place, before)) repeatFaults(place, () => readEmailRequest({ ...email, to: anybody }, anyTime))
  return email
}

const anybody = 'somebody@example.com'
const anyTime = new Date(0)

function noteReferences(
  field: (key: (typeof emailFields)[number]) => Place,
  email: SendEmail,
  { references }: Context,
) {
  const { template_id, template_friendly_name, topic_id } = email
  if (topic_id) references.topics.push({ path: field('topic_id').path, id: topic_id })
  if (template_id) references.templates.push({ path: field('template_id').path, id: template_id })
  if (template_friendly_name) {
    const { path } = field('template_friendly_name')
    references.templates.push({ path, friendly_name: template_friendly_name })
  }
}

/** The rules of a request are for one of the right shape. Where the list is full, nobody knows what was not put there. */
const isUnharmed = (place: Place, before: number): boolean => place.faults.length === before && !isFull(place)

/** What is refused there, with its place here. */
function repeatFaults(place: Place, work: () => unknown): void {
  try {
    work()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const faults: readonly Fault[] = Array.isArray(error.details)
      ? error.details
      : [{ path: '', message: error.message }]
    for (const { path, message } of faults) complain(path === '' ? place : within(place, path, undefined), message)
  }
}

function readAddresses(place: Place): NonNullable<EmailSend['reply_to']> {
  const read = (one: Place) => readFormat(one, 'email')
  return Array.isArray(place.value) ? readList(place, 50, read) : read(place)
}

function readVariables(place: Place): Record<string, unknown> {
  entriesOf(place)
  if (isDeeperThan(deepestJson, place.value)) complain(place, `must be at most ${deepestJson} levels deep`)
  // as: entriesOf has complained about anything but an object.
  return place.value as Record<string, unknown>
}

function readHeaders(place: Place): Record<string, string> {
  const entries = entriesOf(place)
  if (entries.length > 50) complain(place, 'must have at most 50 entries')
  for (const [, one] of entries) if (typeof one.value !== 'string') wrongType(one, 'a string')
  // as: whatever is not a string has been complained about.
  return place.value as Record<string, string>
}

export function readSendSms(place: Place, context: Context): SendSms {
  const before = place.faults.length
  const field = fieldsOf(place, ['from', 'body', 'media_urls'])
  const sms = given({
    from: readFormat(field('from'), 'phone'),
    body: optional(field('body'), one => readLiquid(one, context, longestSource)),
    media_urls: optional(field('media_urls'), list => readList(list, 10, one => readFormat(one, 'https-url'))),
  })
  // How long the text is shows only when it is filled in.
  const { body, ...rest } = sms
  if (isUnharmed(place, before))
    repeatFaults(place, () => readSmsRequest({ ...rest, to: '', ...(body !== undefined && { body: 'text' }) }))
  return sms
}
