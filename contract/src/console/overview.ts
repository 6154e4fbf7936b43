/** Messages by state, and figures by tag and by template. */
import { type Static, Type } from 'typebox'
import { operation } from '../operation.ts'
import { Id, Nullable, Timestamp } from '../scalars.ts'
import { List } from './scalars.ts'

const query = Type.Object({
  start: Type.Optional(Type.String({ ...Timestamp, description: 'Only messages accepted at this time or later.' })),
  end: Type.Optional(Type.String({ ...Timestamp, description: 'Only messages accepted before this time.' })),
})

/** Counting stops here; beyond it "more than" is enough. */
export const maxCounted = 10_000
const count = (description: string) =>
  Type.Number({ description: `${description} ${maxCounted + 1} means more than ${maxCounted}.` })

export const MessageStates = Type.Object({
  emails: Type.Object({
    scheduled: count('Scheduled for later, regardless of start and end.'),
    waiting: count('Waiting to be sent, regardless of start and end.'),
    delayed: count('Deferred by a receiver and to be retried, regardless of start and end.'),
    failed: count('Failed permanently.'),
    suppressed: count('All recipients are suppressed.'),
    captured: count('Captured instead of sent.'),
  }),
  sms: Type.Object({
    scheduled: count('Scheduled for later, regardless of start and end.'),
    waiting: count('Waiting to be sent, regardless of start and end.'),
    sent: count('Accepted by the carrier, without a delivery report so far.'),
    delivered: count('Delivered.'),
    captured: count('Captured instead of sent.'),
    undelivered: count('Reported as undelivered.'),
    failed: count('Failed permanently.'),
    received: count('Received.'),
    fallbacks: count('Sent for emails that did not arrive in time.'),
    fallback_credits: Type.Number({ description: 'The credits charged for the counted fallbacks, minus refunds.' }),
  }),
})
export type MessageStates = Static<typeof MessageStates>

const figure = Type.Number()
const figures = {
  sent: figure,
  delivered: figure,
  opened: figure,
  clicked: figure,
  bounced: figure,
  complained: figure,
}

export const TemplateFigures = Type.Object({
  template_id: Id,
  name: Nullable(Type.String(), { description: 'Null for a template that was deleted before names were kept.' }),
  deleted: Type.Boolean(),
  ...figures,
})
export type TemplateFigures = Static<typeof TemplateFigures>

export const TagFigures = Type.Object({ tag: Type.String(), ...figures })
export type TagFigures = Static<typeof TagFigures>

export const overviewOperations = {
  getMessageStates: operation({
    id: 'getMessageStates',
    method: 'GET',
    path: '/console/message-states',
    summary: 'Count the messages of the environment by state',
    access: 'member',
    permission: 'account:read',
    query,
    reply: MessageStates,
    refusals: [],
  }),
  listTagFigures: operation({
    id: 'listTagFigures',
    method: 'GET',
    path: '/console/tag-figures',
    summary: 'Read figures by tag, most emails first; 50 at most',
    description: 'start and end are rounded to whole hours (UTC).',
    access: 'member',
    permission: 'account:read',
    query,
    reply: List(TagFigures),
    refusals: [],
  }),
  listTemplateFigures: operation({
    id: 'listTemplateFigures',
    method: 'GET',
    path: '/console/template-figures',
    summary: 'Read figures by template, most emails first; 50 at most',
    description: 'start and end are rounded to whole hours (UTC).',
    access: 'member',
    permission: 'account:read',
    query,
    reply: List(TemplateFigures),
    refusals: [],
  }),
} as const
