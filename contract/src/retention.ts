import { type Static, Type } from 'typebox'
import { operation } from './operation.ts'
import { Nullable } from './scalars.ts'

const maxDays = 36_500
const days = (minimum: number) => Type.Integer({ minimum, maximum: maxDays })

const ofBodies = 'Content and attachments. 0: until the email has ended. Null: for ever.'
const ofEvents = 'What happened, and deliveries to webhooks. Null: for ever.'
const ofMessages = 'Emails, text messages and runs of workflows, without their content. Null: for ever.'

const kept = (description: string) =>
  Type.Object(
    {
      emails: Type.Integer({ description: 'About how many emails of the last days it is about.' }),
      bytes: Type.Integer({ description: 'About what that takes on the disk.' }),
    },
    { description },
  )

export const Retention = Type.Object(
  {
    bodies_days: Nullable(days(0), { description: ofBodies }),
    events_days: Nullable(days(1), { description: ofEvents }),
    messages_days: Nullable(days(1), { description: ofMessages }),
    kept: Type.Object({ bodies: kept('Of bodies.'), events: kept('Of events.'), messages: kept('Of messages.') }),
  },
  {
    $id: 'Retention',
    description:
      'For how many days this environment keeps what. Analytics, credits and whatever is still under way are always kept.',
  },
)
export type Retention = Static<typeof Retention>

export const RetentionUpdate = Type.Object(
  {
    bodies_days: Type.Optional(Nullable(days(0), { description: ofBodies })),
    events_days: Type.Optional(Nullable(days(1), { description: ofEvents })),
    messages_days: Type.Optional(Nullable(days(1), { description: ofMessages })),
    preview: Type.Optional(
      Type.Boolean({ default: false, description: 'Changes nothing: the answer says what would be kept.' }),
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
    description: 'In the environment of the key, with an estimate of what that takes.',
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
      'Only fields that are given are changed. What is older than that is not shown any more at once, and deleted soon after; it cannot be undone. With preview nothing is changed.',
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
