/** Broadcasts: one message to many contacts. Schemas of the requests. */
import { type Static, Type } from 'typebox'
import { EmailAddress, Nullable, OneOf, Timestamp } from '../scalars.ts'

export const broadcastChannels = ['email', 'sms'] as const
export type BroadcastChannel = (typeof broadcastChannels)[number]

/** The variants of an A/B test. */
export const variantNames = ['a', 'b'] as const
export type VariantName = (typeof variantNames)[number]

const durationPattern = '^[1-9][0-9]{0,3}[mh]$'
const reference = (description: string) => Type.String({ minLength: 1, maxLength: 256, description })

const name = Type.String({ minLength: 1, maxLength: 200, description: 'The internal name. Recipients do not see it.' })

const content = {
  subject: Type.String({
    minLength: 1,
    maxLength: 998,
    description:
      'The subject, in Liquid, such as Hello {{ contact.first_name | default: "there" }}. Required unless a template supplies it.',
  }),
  preview_text: Type.String({
    minLength: 1,
    maxLength: 200,
    description:
      'The text that mail programs show after the subject. Added as hidden text at the beginning of the html.',
  }),
  html: Type.String({
    minLength: 1,
    description: 'The HTML content, in Liquid with the recipient as contact.*. At most 1 MiB.',
  }),
  text: Type.String({ minLength: 1, description: 'The plain text content. Derived from html when left out.' }),
  template_id: reference(
    'A published template to use in place of html and text. Its content is copied when the broadcast is sent or scheduled.',
  ),
  body: Type.String({
    minLength: 1,
    maxLength: 1600,
    description:
      'The text message, in Liquid with the recipient as contact.*. For channel sms only. {{ unsubscribe_url }} and {{ preferences_url }} are links of emails: write how to opt out, such as Reply STOP to unsubscribe.',
  }),
}

export const BroadcastPace = Type.Object(
  {
    per_hour: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 10_000_000, description: 'The maximum number of messages per hour.' }),
    ),
    over: Type.Optional(
      Type.String({
        pattern: durationPattern,
        expected: 'must be a number of minutes or hours such as 30m or 4h',
        description: 'Spreads the messages evenly over this time, in minutes or hours such as 90m or 6h. At most 168h.',
        examples: ['6h'],
      }),
    ),
  },
  {
    $id: 'BroadcastPace',
    description:
      'How fast the broadcast is sent. Give per_hour or over, not both. Without a pace it is sent as fast as possible.',
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
  {
    $id: 'BroadcastVariant',
    description: 'The fields in which variant b differs. Fields you leave out are the same as in variant a.',
  },
)
export type BroadcastVariant = Static<typeof BroadcastVariant>

export const abTestMetrics = ['opens', 'clicks'] as const

export const BroadcastAbTest = Type.Object(
  {
    share_percent: Type.Integer({
      minimum: 1,
      maximum: 100,
      description:
        'The percentage of recipients who take part in the test, half of them in each variant. The others get the winner.',
    }),
    winner_by: OneOf(abTestMetrics, {
      description:
        'What decides: the share of recipients who opened, or who clicked. Opens and clicks by machines do not count.',
    }),
    wait: Type.String({
      pattern: durationPattern,
      expected: 'must be a number of minutes or hours such as 30m or 4h',
      description:
        'How long to wait for opens or clicks before the winner is chosen, once most messages of the test have left, such as 30m or 4h. At most 168h.',
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
    description: `The broadcast pauses automatically above this rate of ${of}, in percent. Default: the rule of the organization.`,
  })

const fields = {
  from: Type.String({
    minLength: 1,
    maxLength: 998,
    description: 'The sender, such as Acme <news@acme.test>. For channel sms: one of your phone numbers or sender ids.',
    examples: ['Acme <news@acme.test>'],
  }),
  reply_to: Type.Array(EmailAddress, { minItems: 1, maxItems: 10, description: 'The addresses that replies go to.' }),
  ...content,
  variables: Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    additionalProperties: true,
    description: 'Values for the content, the same for all recipients. Any JSON of at most 32 KiB.',
  }),
  topic_id: reference('Only contacts subscribed to this topic. The unsubscribe link unsubscribes from it.'),
  segment_id: reference('Only contacts in this segment at the time their message is created.'),
  track_opens: Type.Boolean({ description: 'Whether to count opens through a hidden image.' }),
  track_clicks: Type.Boolean({ description: 'Whether to count clicks by rewriting the links in html.' }),
  pace: BroadcastPace,
  ab_test: BroadcastAbTest,
  max_bounce_percent: percent('bounces'),
  max_complaint_percent: percent('spam reports'),
}

const everyone = Type.Boolean({
  description:
    'Sends to all contacts subscribed to email, or to text messages. Must be true if neither topic_id nor segment_id is given, so a missing field does not send to everyone by accident.',
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
    description: 'A draft. Only the name is required; POST …/preview lists what is still missing.',
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
  { $id: 'BroadcastUpdate', description: 'Only the fields you give are changed. Null removes a field.' },
)
export type BroadcastUpdate = Static<typeof BroadcastUpdate>

export const BroadcastSend = Type.Object(
  {
    scheduled_for: Type.Optional(Type.String({ ...Timestamp, description: 'When to begin. Default: now.' })),
    local_time: Type.Optional(
      Type.String({
        pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}$',
        expected: 'must be a local time such as 2027-01-31T09:00',
        description:
          'In place of scheduled_for: the local time at which each recipient gets the message, such as 2027-01-31T09:00. Requires timezone. Recipients for whom this time has passed get it at once.',
        examples: ['2027-01-31T09:00'],
      }),
    ),
    timezone: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description: 'The time zone of contacts whose own is unknown, such as Europe/Berlin. Only with local_time.',
        examples: ['Europe/Berlin'],
      }),
    ),
    timezone_field: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description: 'The contact field that holds the time zone of a contact. Default: timezone.',
      }),
    ),
  },
  { $id: 'BroadcastSend', description: 'When to send. An empty object means now.' },
)
export type BroadcastSend = Static<typeof BroadcastSend>

export const BroadcastTest = Type.Object(
  {
    to: Type.Array(Type.String({ minLength: 1, maxLength: 254 }), {
      minItems: 1,
      maxItems: 5,
      description: 'Your own email addresses, or phone numbers for channel sms.',
    }),
    variant: Type.Optional(OneOf(variantNames, { default: 'a' })),
    contact_id: Type.Optional(
      Type.String({
        description: 'The contact to render the content for. Default: the first contact of the audience.',
      }),
    ),
  },
  { $id: 'BroadcastTest' },
)
export type BroadcastTest = Static<typeof BroadcastTest>
