/** Where messages stand, and what is counted of them by tag and by template. */
import { type Static, Type } from 'typebox'
import { operation } from '../operation.ts'
import { Id, Nullable, Timestamp } from '../scalars.ts'
import { List } from './scalars.ts'

const query = Type.Object({
  start: Type.Optional(Type.String({ ...Timestamp, description: 'Accepted from this moment on.' })),
  end: Type.Optional(Type.String({ ...Timestamp, description: 'Accepted before this moment.' })),
})

/** More are not counted: to know that there are many is enough. */
export const mostCounted = 10_000
const count = (description: string) =>
  Type.Number({ description: `${description} ${mostCounted + 1} stands for more than ${mostCounted}.` })

export const MessageStates = Type.Object({
  emails: Type.Object({
    scheduled: count('For later. All of them, whenever they were accepted.'),
    waiting: count('On their way. All of them.'),
    delayed: count('Put off by a receiver, to be tried again. All of them.'),
    failed: count('Given up.'),
    suppressed: count('To nobody but suppressed addresses.'),
    captured: count('Kept here instead of being sent.'),
  }),
  sms: Type.Object({
    scheduled: count('For later. All of them, whenever they were accepted.'),
    waiting: count('On their way. All of them.'),
    sent: count('Taken by the carrier, which has not told more.'),
    delivered: count('Arrived.'),
    captured: count('Kept here instead of being sent.'),
    undelivered: count('Refused on the other side.'),
    failed: count('Given up.'),
    received: count('Sent to us.'),
    fallbacks: count('Sent for emails that did not arrive in time.'),
    fallback_credits: Type.Number({ description: 'What those cost that are counted, without what was given back.' }),
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
  name: Nullable(Type.String(), { description: 'Null for one that was deleted before names were kept.' }),
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
    summary: 'How many messages of the environment stand where',
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
    summary: 'Emails by tag, those with the most first; 50 at most',
    description: 'By whole hours, in UTC.',
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
    summary: 'Emails by template, those with the most first; 50 at most',
    description: 'By whole hours, in UTC.',
    access: 'member',
    permission: 'account:read',
    query,
    reply: List(TemplateFigures),
    refusals: [],
  }),
} as const
