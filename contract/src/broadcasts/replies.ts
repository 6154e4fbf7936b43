/** Broadcasts: schemas of the answers. */
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
    messages: count('Messages created so far, one per recipient.'),
    waiting: count('Messages not attempted yet.'),
    sent: count('Messages accepted or rejected by the receiver.'),
    delivered: count(),
    bounced: count('Messages that bounced. For channel sms: undelivered.'),
    complained: count('Messages reported as spam.'),
    failed: count(),
    suppressed: count('Messages not sent because the recipient is on the suppression list, unsubscribed or opted out.'),
    canceled: count(),
    opened: count('Recipients who opened it. People only.'),
    machine_opened: count('Recipients whose message was opened only by a machine, such as a mail filter.'),
    clicked: count('Recipients who clicked a link. People only.'),
    machine_clicked: count('Recipients whose message had a link followed only by a machine.'),
    unsubscribed: count('Recipients who unsubscribed through a link in this message.'),
    credits: count('Credits charged so far, minus returned credits.'),
  },
  {
    $id: 'BroadcastFigures',
    description: 'Exact at the time of reading. Each figure counts a recipient once.',
  },
)
export type BroadcastFigures = Static<typeof BroadcastFigures>

const AbTestStatus = Type.Object(
  {
    state: OneOf(['waiting', 'testing', 'decided'], {
      description:
        'waiting: the test has not begun. testing: the variants are being sent, and the winner is chosen at decides_at. decided: the winner is chosen.',
    }),
    decides_at: Nullable(Timestamp, {
      description:
        'When the winner is chosen. Null until all messages of the test are created, and once it is decided; moves on until most of them have left.',
    }),
    winner: Nullable(OneOf(variantNames)),
    a: BroadcastFigures,
    b: BroadcastFigures,
  },
  {
    $id: 'BroadcastAbTestStatus',
    description: 'The status of the A/B test. The remaining recipients are counted with the winner.',
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
        'sending: messages are being created and sent. paused: nothing is sent until the broadcast is resumed; paused_because says why. completed: every message was attempted.',
    }),
    ...given,
    paused_because: Type.Optional(
      Type.String({ description: 'Why the broadcast is paused, in words. Only while it is paused.' }),
    ),
    scheduled_for: Nullable(Timestamp, { description: 'When the broadcast begins or began. Null for a draft.' }),
    local_time: Type.Optional(Type.String({ description: 'The local time at each recipient.' })),
    timezone: Type.Optional(Type.String()),
    timezone_field: Type.Optional(Type.String()),
    started_at: Nullable(Timestamp),
    completed_at: Nullable(Timestamp, { description: 'When the broadcast was completed or canceled.' }),
    audience_size: Nullable(count(), {
      description:
        'How many contacts the audience had when the broadcast began. Contacts who unsubscribe meanwhile receive nothing.',
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
    segments: Type.Optional(count('Segments of the text message.')),
    problem: Type.Optional(
      Type.String({ description: 'Why the content cannot be rendered for this contact. Replaces the content.' }),
    ),
  },
  { $id: 'BroadcastSample' },
)

export const BroadcastPreview = Type.Object(
  {
    problems: Type.Array(Fault, {
      description: 'What POST …/send would refuse. Empty when the broadcast can be sent.',
    }),
    recipients: count('How many contacts would receive it now.'),
    excluded: Type.Array(
      Type.Object({
        reason: OneOf(exclusionReasons, {
          description:
            'unsubscribed: from the channel or the topic. suppressed: on the suppression list, or opted out. no_address: the contact has no email address, or no phone number.',
        }),
        count: count(),
      }),
      { description: 'Contacts of the audience who would not receive it, and why.' },
    ),
    credits: count('The estimated cost, based on the samples. 0 with a test key.'),
    samples: Type.Array(Sample, {
      description:
        'The message as up to three contacts would receive it. Empty for keys without the permission contacts:read.',
    }),
    preflight: Nullable(EmailPreflight, {
      description: 'The checks of POST /v1/emails/preflight on the first sample. Null without a sample, and for sms.',
    }),
  },
  { $id: 'BroadcastPreview', description: 'The preview of a broadcast. Nothing is sent.' },
)
export type BroadcastPreview = Static<typeof BroadcastPreview>

export const BroadcastTested = Type.Object(
  {
    data: Type.Array(Type.Object({ id: Id, to: Type.String() }), {
      description: 'The test messages. Read them with GET /v1/emails/{id} or GET /v1/sms/{id}.',
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
    id: Type.String({
      ...Id,
      description: 'The id of the message. Read it with GET /v1/emails/{id} or GET /v1/sms/{id}.',
    }),
    contact_id: Nullable(Id, { description: 'Null when the contact was deleted.' }),
    to: Type.String(),
    variant: OneOf(variantNames),
    outcome: OneOf(recipientOutcomes),
    opened: Type.Boolean({ description: 'Whether a person opened the message.' }),
    clicked: Type.Boolean({ description: 'Whether a person clicked a link.' }),
    created_at: Timestamp,
  },
  { $id: 'BroadcastRecipient' },
)
export type BroadcastRecipient = Static<typeof BroadcastRecipient>

export const BroadcastLink = Type.Object(
  {
    url: Type.String(),
    clicks: count('Clicks by people.'),
    machine_clicks: count(),
    recipients: count('Recipients who clicked the link. People only.'),
  },
  { $id: 'BroadcastLink' },
)
export type BroadcastLink = Static<typeof BroadcastLink>

export const BroadcastLinks = Type.Object(
  { data: Type.Array(BroadcastLink, { description: 'The 100 links that most people clicked, most clicked first.' }) },
  { $id: 'BroadcastLinks' },
)
