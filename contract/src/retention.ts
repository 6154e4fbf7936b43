import { type Static, Type } from 'typebox'
import { operation } from './operation.ts'
import { Nullable } from './scalars.ts'

const maxDays = 36_500
const days = (minimum: number) => Type.Integer({ minimum, maximum: maxDays })

const ofBodies = 'Content and attachments. 0: until the email is finished. Null: forever.'
const ofEvents = 'Events and webhook deliveries. Null: forever.'
const ofMessages = 'Emails, text messages and workflow runs, without their content. Null: forever.'

const kept = (description: string) =>
  Type.Object(
    {
      emails: Type.Integer({ description: 'The approximate number of emails this covers.' }),
      bytes: Type.Integer({ description: 'The approximate size on disk.' }),
    },
    { description },
  )

export const Retention = Type.Object(
  {
    bodies_days: Nullable(days(0), { description: ofBodies }),
    events_days: Nullable(days(1), { description: ofEvents }),
    messages_days: Nullable(days(1), { description: ofMessages }),
    kept: Type.Object({
      bodies: kept('An estimate for bodies.'),
      events: kept('An estimate for events.'),
      messages: kept('An estimate for messages.'),
    }),
  },
  {
    $id: 'Retention',
    description:
      'How many days this environment keeps each kind of data. Analytics, credits and everything still in progress are always kept.',
  },
)
export type Retention = Static<typeof Retention>

export const RetentionUpdate = Type.Object(
  {
    bodies_days: Type.Optional(Nullable(days(0), { description: ofBodies })),
    events_days: Type.Optional(Nullable(days(1), { description: ofEvents })),
    messages_days: Type.Optional(Nullable(days(1), { description: ofMessages })),
    preview: Type.Optional(
      Type.Boolean({ default: false, description: 'Changes nothing. The answer shows what would be kept.' }),
    ),
  },
  { $id: 'RetentionUpdate' },
)
export type RetentionUpdate = Static<typeof RetentionUpdate>

const kilobytes = (emails: number, each: number) => ({ emails, bytes: emails * each })

const example = {
  bodies_days: 30,
  events_days: 90,
  messages_days: 400,
  kept: { bodies: kilobytes(41_000, 1_900), events: kilobytes(120_000, 1_400), messages: kilobytes(520_000, 1_100) },
}

export const retention = {
  getRetention: operation({
    id: 'getRetention',
    method: 'GET',
    path: '/v1/retention',
    tag: 'Account',
    summary: 'Read how long data is kept',
    description: 'Returns the retention of the environment of the key, with an estimate of the disk space it takes.',
    permission: 'account:read',
    reply: Retention,
    refusals: [],
    example: { reply: example },
  }),
  updateRetention: operation({
    id: 'updateRetention',
    method: 'PUT',
    audit: 'retention.updated',
    path: '/v1/retention',
    tag: 'Account',
    summary: 'Change how long data is kept',
    description:
      'Only the fields you give are changed. Older data is hidden at once and deleted soon after. This cannot be undone. With preview nothing is changed.',
    permission: 'retention:write',
    body: RetentionUpdate,
    reply: Retention,
    refusals: [],
    example: {
      body: { bodies_days: 7 },
      reply: { ...example, bodies_days: 7, kept: { ...example.kept, bodies: kilobytes(9_600, 1_900) } },
    },
  }),
}
