/** Broadcasts: one message to many contacts. What we are sent. */
import { type Static, Type } from 'typebox'
import { EmailAddress, Nullable, OneOf, Timestamp } from '../scalars.ts'

export const broadcastChannels = ['email', 'sms'] as const
export type BroadcastChannel = (typeof broadcastChannels)[number]

/** What an A/B test compares. */
export const variantNames = ['a', 'b'] as const
export type VariantName = (typeof variantNames)[number]

const durationPattern = '^[1-9][0-9]{0,3}[mh]$'
const reference = (description: string) => Type.String({ minLength: 1, maxLength: 256, description })

const name = Type.String({ minLength: 1, maxLength: 200, description: 'For you; recipients do not see it.' })

const content = {
  subject: Type.String({
    minLength: 1,
    maxLength: 998,
    description:
      'Liquid, such as Hello {{ contact.first_name | default: "there" }}. Required unless a template supplies it.',
  }),
  preview_text: Type.String({
    minLength: 1,
    maxLength: 200,
    description: 'What mail programs show after the subject. Put at the beginning of the html, where nobody sees it.',
  }),
  html: Type.String({ minLength: 1, description: 'Liquid with the recipient as contact.*; at most 1 MiB.' }),
  text: Type.String({ minLength: 1, description: 'The same as plain text. Derived from html when it is missing.' }),
  template_id: reference(
    'A published template in place of html and text. Its content is copied when the broadcast is sent or scheduled.',
  ),
  body: Type.String({
    minLength: 1,
    maxLength: 1600,
    description: 'The text message, in Liquid with the recipient as contact.*. For channel sms only.',
  }),
}

export const BroadcastPace = Type.Object(
  {
    per_hour: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 10_000_000, description: 'At most so many in an hour.' }),
    ),
    over: Type.Optional(
      Type.String({
        pattern: durationPattern,
        description: 'Spread evenly over this time, in minutes or hours such as 90m or 6h; at most 168h.',
        examples: ['6h'],
      }),
    ),
  },
  {
    $id: 'BroadcastPace',
    description: 'How fast it goes out: per_hour or over, not both. Without a pace as fast as it can.',
  },
)
export type BroadcastPace = Static<typeof BroadcastPace>

export const BroadcastVariant = Type.Object(
  {
    subject: Type.Optional(content.subject),
    preview_text: Type.Optional(content.preview_text),
    html: Type.Optional(content.html),
    text: Type.Optional(content.text),
    template_id: Type.Optional(content.template_id),
  },
  { $id: 'BroadcastVariant', description: 'What variant b says differently. Whatever is missing is as in variant a.' },
)
export type BroadcastVariant = Static<typeof BroadcastVariant>

export const abTestMetrics = ['opens', 'clicks'] as const

export const BroadcastAbTest = Type.Object(
  {
    share_percent: Type.Integer({
      minimum: 1,
      maximum: 100,
      description: 'How many of the recipients take part, half of them in each variant. The rest gets the winner.',
    }),
    winner_by: OneOf(abTestMetrics, {
      description: 'What decides: the share of recipients who opened, or who clicked. Only people count, not machines.',
    }),
    wait: Type.String({
      pattern: durationPattern,
      description: 'How long to wait for opens or clicks before the winner is chosen, such as 30m or 4h; at most 168h.',
      examples: ['4h'],
    }),
    b: BroadcastVariant,
  },
  {
    $id: 'BroadcastAbTest',
    description:
      'Tries another subject or content on a share of the recipients. The broadcast itself is variant a. For email only.',
  },
)
export type BroadcastAbTest = Static<typeof BroadcastAbTest>

const percent = (of: string) =>
  Type.Number({
    exclusiveMinimum: 0,
    maximum: 100,
    description: `Pauses by itself above this rate of ${of}. Without it the rule of the organization holds.`,
  })

const fields = {
  from: Type.String({
    minLength: 1,
    maxLength: 998,
    description: 'The sender: Acme <news@acme.test>. For channel sms a phone number or sender id of yours.',
    examples: ['Acme <news@acme.test>'],
  }),
  reply_to: Type.Array(EmailAddress, { minItems: 1, maxItems: 10, description: 'Where answers go.' }),
  ...content,
  variables: Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    additionalProperties: true,
    description: 'Values for the content, the same for all recipients. Any JSON of at most 32 KiB.',
  }),
  topic_id: reference('Only contacts that are subscribed to this topic; the unsubscribe link is about it.'),
  segment_id: reference('Only contacts that are in this segment when the message is made.'),
  track_opens: Type.Boolean({ description: 'Count opens through a hidden image.' }),
  track_clicks: Type.Boolean({ description: 'Count clicks by rewriting the links in html.' }),
  pace: BroadcastPace,
  ab_test: BroadcastAbTest,
  max_bounce_percent: percent('bounces'),
  max_complaint_percent: percent('spam reports'),
}

const everyone = Type.Boolean({
  description:
    'To all contacts that are subscribed to email, or to text messages. Must be said where neither topic_id nor segment_id is given, so that nobody writes to all by leaving something out.',
})

export const BroadcastCreate = Type.Object(
  {
    name,
    channel: Type.Optional(OneOf(broadcastChannels, { default: 'email' })),
    everyone: Type.Optional(everyone),
    ...Type.Partial(Type.Object(fields)).properties,
  },
  {
    $id: 'BroadcastCreate',
    description:
      'A draft. It may lack anything but its name; POST …/preview says what is still missing before it can be sent.',
  },
)
export type BroadcastCreate = Static<typeof BroadcastCreate>

export const BroadcastUpdate = Type.Object(
  {
    name: Type.Optional(name),
    everyone: Type.Optional(everyone),
    from: Type.Optional(Nullable(fields.from)),
    reply_to: Type.Optional(Nullable(fields.reply_to)),
    subject: Type.Optional(Nullable(fields.subject)),
    preview_text: Type.Optional(Nullable(fields.preview_text)),
    html: Type.Optional(Nullable(fields.html)),
    text: Type.Optional(Nullable(fields.text)),
    template_id: Type.Optional(Nullable(fields.template_id)),
    body: Type.Optional(Nullable(fields.body)),
    variables: Type.Optional(Nullable(fields.variables)),
    topic_id: Type.Optional(Nullable(fields.topic_id)),
    segment_id: Type.Optional(Nullable(fields.segment_id)),
    track_opens: Type.Optional(Nullable(fields.track_opens)),
    track_clicks: Type.Optional(Nullable(fields.track_clicks)),
    pace: Type.Optional(Nullable(fields.pace)),
    ab_test: Type.Optional(Nullable(fields.ab_test)),
    max_bounce_percent: Type.Optional(Nullable(fields.max_bounce_percent)),
    max_complaint_percent: Type.Optional(Nullable(fields.max_complaint_percent)),
  },
  { $id: 'BroadcastUpdate', description: 'Only fields that are given are changed; null takes a field away.' },
)
export type BroadcastUpdate = Static<typeof BroadcastUpdate>

export const BroadcastSend = Type.Object(
  {
    scheduled_for: Type.Optional(Type.String({ ...Timestamp, description: 'Begin then. Without it at once.' })),
    local_time: Type.Optional(
      Type.String({
        pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}$',
        description:
          'In place of scheduled_for: when the clock of each recipient says this. Needs timezone. Whoever is past it already gets it at once.',
        examples: ['2027-01-31T09:00'],
      }),
    ),
    timezone: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description: 'The zone of contacts whose own is not known, such as Europe/Berlin. With local_time.',
        examples: ['Europe/Berlin'],
      }),
    ),
    timezone_field: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description: 'The contact property that holds the zone of a contact. timezone unless you say otherwise.',
      }),
    ),
  },
  { $id: 'BroadcastSend', description: 'When to send; an empty object means now.' },
)
export type BroadcastSend = Static<typeof BroadcastSend>

export const BroadcastTest = Type.Object(
  {
    to: Type.Array(Type.String({ minLength: 1, maxLength: 254 }), {
      minItems: 1,
      maxItems: 5,
      description: 'Your own addresses; phone numbers for channel sms.',
    }),
    variant: Type.Optional(OneOf(variantNames, { default: 'a' })),
    contact_id: Type.Optional(
      Type.String({ description: 'The contact whose fields are filled in. Without it: the first of the audience.' }),
    ),
  },
  { $id: 'BroadcastTest' },
)
export type BroadcastTest = Static<typeof BroadcastTest>
