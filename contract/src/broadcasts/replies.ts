/** Broadcasts: what we answer. */
import { type Static, Type } from 'typebox'
import { Fault } from '../errors.ts'
import { EmailPreflight } from '../messages/preflight.ts'
import { Id, Nullable, OneOf, Timestamp } from '../scalars.ts'
import { BroadcastCreate, broadcastChannels, variantNames } from './requests.ts'

export const broadcastStates = ['draft', 'scheduled', 'sending', 'paused', 'completed', 'canceled'] as const
export type BroadcastState = (typeof broadcastStates)[number]

const count = (description?: string) => Type.Number(description === undefined ? {} : { description })

export const BroadcastFigures = Type.Object(
  {
    messages: count('Messages made so far, one for each recipient.'),
    waiting: count('Of these: not tried yet.'),
    sent: count('Handed over, or refused by the receiver.'),
    delivered: count(),
    bounced: count('For channel sms: undelivered.'),
    complained: count('Reported as spam.'),
    failed: count(),
    suppressed: count('Left out: on the suppression list, unsubscribed or opted out.'),
    canceled: count(),
    opened: count('Recipients who opened it. Only people.'),
    machine_opened: count('Recipients for whom only a machine has opened it, such as a mail filter.'),
    clicked: count('Recipients who clicked a link. Only people.'),
    machine_clicked: count('Recipients for whom only a machine has followed a link.'),
    unsubscribed: count('Recipients who unsubscribed by a link of this message.'),
    credits: count('What was charged so far, less what was given back.'),
  },
  {
    $id: 'BroadcastFigures',
    description: 'Exact at the moment they are read. Each recipient counts once in each figure.',
  },
)
export type BroadcastFigures = Static<typeof BroadcastFigures>

const AbTestStatus = Type.Object(
  {
    state: OneOf(['waiting', 'testing', 'decided'], {
      description: 'waiting: it has not begun. testing: variants are out, and the winner is chosen at decides_at.',
    }),
    decides_at: Nullable(Timestamp, {
      description: 'Null until all messages of the test are made, and once it is decided.',
    }),
    winner: Nullable(OneOf(variantNames)),
    a: BroadcastFigures,
    b: BroadcastFigures,
  },
  {
    $id: 'BroadcastAbTestStatus',
    description: 'How the A/B test stands. The rest of the recipients counts with the winner.',
  },
)

const { name, channel: _channel, ...given } = BroadcastCreate.properties

export const Broadcast = Type.Object(
  {
    id: Id,
    name,
    channel: OneOf(broadcastChannels),
    state: OneOf(broadcastStates, {
      description:
        'sending: messages are being made and sent. paused: nothing more leaves until it is resumed; paused_because says why. completed: every message was tried.',
    }),
    ...given,
    paused_because: Type.Optional(Type.String({ description: 'In words; only while it is paused.' })),
    scheduled_for: Nullable(Timestamp, { description: 'When it begins or began; null for a draft.' }),
    local_time: Type.Optional(Type.String({ description: 'When the clock of each recipient says this.' })),
    timezone: Type.Optional(Type.String()),
    timezone_field: Type.Optional(Type.String()),
    started_at: Nullable(Timestamp),
    completed_at: Nullable(Timestamp, { description: 'When it was completed or canceled.' }),
    audience_size: Nullable(count(), {
      description: 'How many contacts were meant when it began. Those who unsubscribe meanwhile get nothing.',
    }),
    figures: BroadcastFigures,
    ab_test_status: Type.Optional(AbTestStatus),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { $id: 'Broadcast' },
)
export type Broadcast = Static<typeof Broadcast>

export const BroadcastListItem = Type.Object(
  {
    id: Id,
    name,
    channel: OneOf(broadcastChannels),
    state: OneOf(broadcastStates),
    subject: Broadcast.properties.subject,
    topic_id: Broadcast.properties.topic_id,
    segment_id: Broadcast.properties.segment_id,
    scheduled_for: Broadcast.properties.scheduled_for,
    started_at: Broadcast.properties.started_at,
    completed_at: Broadcast.properties.completed_at,
    audience_size: Broadcast.properties.audience_size,
    figures: BroadcastFigures,
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { $id: 'BroadcastListItem', description: 'A broadcast without its content.' },
)
export type BroadcastListItem = Static<typeof BroadcastListItem>

export const exclusionReasons = ['unsubscribed', 'suppressed', 'no_address'] as const

const Sample = Type.Object(
  {
    contact_id: Id,
    to: Type.String(),
    variant: OneOf(variantNames),
    subject: Type.Optional(Type.String()),
    html: Type.Optional(Type.String()),
    text: Type.Optional(Type.String({ description: 'The text message, for channel sms.' })),
    segments: Type.Optional(count('Of the text message.')),
    problem: Type.Optional(
      Type.String({ description: 'Why it cannot be filled in for this contact, in place of the content.' }),
    ),
  },
  { $id: 'BroadcastSample' },
)

export const BroadcastPreview = Type.Object(
  {
    problems: Type.Array(Fault, { description: 'What POST …/send would refuse. Empty when it can be sent.' }),
    recipients: count('Who would get it now.'),
    excluded: Type.Array(
      Type.Object({
        reason: OneOf(exclusionReasons, {
          description:
            'unsubscribed: from the channel or the topic. suppressed: on the suppression list, or opted out. no_address: the contact has no email address, or no phone number.',
        }),
        count: count(),
      }),
      { description: 'Contacts of the audience who would not get it, and why.' },
    ),
    credits: count('What it would cost, as far as the samples tell. With a test key 0.'),
    samples: Type.Array(Sample, {
      description: 'As up to three contacts would get it. Empty for keys that may not read contacts (contacts:read).',
    }),
    preflight: Nullable(EmailPreflight, {
      description:
        'The checks of POST /v1/emails/preflight on the first sample. Null where there is none, and for sms.',
    }),
  },
  { $id: 'BroadcastPreview', description: 'What would become of a broadcast, without sending it.' },
)
export type BroadcastPreview = Static<typeof BroadcastPreview>

export const BroadcastTested = Type.Object(
  {
    data: Type.Array(Type.Object({ id: Id, to: Type.String() }), {
      description: 'The messages, as GET /v1/emails/{id} or GET /v1/sms/{id} knows them.',
    }),
  },
  { $id: 'BroadcastTested' },
)

export const recipientOutcomes = [
  'waiting',
  'delayed',
  'sent',
  'delivered',
  'bounced',
  'complained',
  'failed',
  'suppressed',
  'canceled',
] as const
export type RecipientOutcome = (typeof recipientOutcomes)[number]

export const BroadcastRecipient = Type.Object(
  {
    id: Type.String({ ...Id, description: 'Of the message: GET /v1/emails/{id} or GET /v1/sms/{id} tells more.' }),
    contact_id: Nullable(Id, { description: 'Null when the contact was deleted.' }),
    to: Type.String(),
    variant: OneOf(variantNames),
    outcome: OneOf(recipientOutcomes),
    opened: Type.Boolean({ description: 'By a person.' }),
    clicked: Type.Boolean({ description: 'By a person.' }),
    created_at: Timestamp,
  },
  { $id: 'BroadcastRecipient' },
)
export type BroadcastRecipient = Static<typeof BroadcastRecipient>

export const BroadcastLink = Type.Object(
  {
    url: Type.String(),
    clicks: count('By people.'),
    machine_clicks: count(),
    recipients: count('People who clicked it, each once.'),
  },
  { $id: 'BroadcastLink' },
)
export type BroadcastLink = Static<typeof BroadcastLink>

export const BroadcastLinks = Type.Object(
  { data: Type.Array(BroadcastLink, { description: 'The 100 links that most people clicked, most first.' }) },
  { $id: 'BroadcastLinks' },
)
