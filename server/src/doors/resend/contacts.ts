import type { Contact } from '@posthorn/contract/audience/contacts'
import { Type } from 'typebox'
import { isId } from '#core/id.ts'
import { type Ask, type DoorOperation, doorOperation } from '#http/door/door.ts'
import { given, Maybe } from '#validation/optional.ts'
import { cut, list, PageQuery, pageOf } from './pages.ts'
import { allTopics, TopicChoices } from './topics.ts'

const Properties = Maybe(
  Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()])),
)

const changeable = {
  first_name: Maybe(Type.String()),
  last_name: Maybe(Type.String()),
  unsubscribed: Maybe(Type.Boolean()),
  properties: Properties,
}

const operationsAt = (path: '/contacts' | '/audiences/{audience}/contacts'): DoorOperation[] => [
  doorOperation({
    method: 'POST',
    path,
    standsFor: 'upsertContact',
    status: 201,
    body: Type.Object({
      email: Type.String(),
      ...changeable,
      segments: Maybe(Type.Array(Type.Object({ id: Type.String() }), { maxItems: 100 })),
      topics: Maybe(TopicChoices),
    }),
    async answer({ params, body, ask }) {
      const { email, unsubscribed, topics, segments, ...others } = body
      const segment_ids = [...(segments ?? []), ...audienceIn(params)].map(({ id }) => id)
      // On Resend an existing address is not an error: the contact is updated.
      const { id } = await ask('upsertContact', {
        body: {
          ...{ email, ...given(others), ...subscription(unsubscribed) },
          ...(segment_ids.length > 0 && { segment_ids }),
          ...(topics && { topics: choicesOf(topics) }),
        },
      })
      return { object: 'contact', id }
    },
  }),
  doorOperation({
    method: 'GET',
    path: `${path}/{contact}`,
    standsFor: 'getContact',
    async answer({ params, ask }) {
      const contact = await findContact(ask, params.contact)
      return { object: 'contact', ...toContact(contact), properties: await propertiesOf(ask, contact) }
    },
  }),
  doorOperation({
    method: 'PATCH',
    path: `${path}/{contact}`,
    standsFor: 'updateContact',
    body: Type.Object(changeable),
    async answer({ params, body, ask }) {
      const { unsubscribed, first_name, last_name, properties } = body
      const { id } = await findContact(ask, params.contact)
      await ask('updateContact', {
        params: { id },
        body: {
          // Null clears a name.
          ...given({
            first_name: first_name === null ? '' : first_name,
            last_name: last_name === null ? '' : last_name,
          }),
          ...given({ properties }),
          ...subscription(unsubscribed),
        },
      })
      return { object: 'contact', id }
    },
  }),
  doorOperation({
    method: 'DELETE',
    path: `${path}/{contact}`,
    standsFor: 'deleteContact',
    async answer({ params, ask }) {
      const { id } = await findContact(ask, params.contact)
      await ask('deleteContact', { params: { id } })
      return { object: 'contact', contact: id, deleted: true }
    },
  }),
]

export const contactOperations: DoorOperation[] = [
  ...operationsAt('/contacts'),
  // Contacts used to belong to an audience, and older clients still name it.
  ...operationsAt('/audiences/{audience}/contacts'),
  doorOperation({
    method: 'GET',
    path: '/contacts',
    standsFor: 'listContacts',
    query: Type.Object({
      ...PageQuery.properties,
      segment_id: Type.Optional(Type.String()),
      audience_id: Type.Optional(Type.String()),
    }),
    async answer({ query: { segment_id, audience_id, ...asked }, ask }) {
      const { query, page } = pageOf(asked)
      const ours = { ...query, ...given({ segment_id: segment_id ?? audience_id }) }
      return list(await ask('listContacts', { query: ours, page }), toContact)
    },
  }),
  doorOperation({
    method: 'GET',
    path: '/contacts/{contact}/topics',
    standsFor: 'listContactTopics',
    query: PageQuery,
    async answer({ params, query, ask }) {
      const { id } = await findContact(ask, params.contact)
      const topics = await allTopics(cursor =>
        ask('listContactTopics', { params: { id }, query: { limit: 100, ...cursor } }),
      )
      return list(cut(topics, query), ({ id, name, description, subscribed }) => ({
        id,
        name,
        description: description ?? null,
        subscription: subscribed ? 'opt_in' : 'opt_out',
      }))
    },
  }),
  doorOperation({
    method: 'PATCH',
    path: '/contacts/{contact}/topics',
    standsFor: 'subscribeContactToTopic',
    body: TopicChoices,
    async answer({ params, body, ask }) {
      const { id } = await findContact(ask, params.contact)
      await findTopics(ask, body)
      await chooseTopics(ask, id, body)
      return { id }
    },
  }),
]

const audienceIn = ({ audience }: { audience?: string }) => (audience === undefined ? [] : [{ id: audience }])

/** By id or email address. */
export const findContact = (ask: Ask, idOrEmail: string): Promise<Contact> =>
  isId(idOrEmail)
    ? ask('getContact', { params: { id: idOrEmail } })
    : ask('lookupContact', { query: { email: idOrEmail } })

export const joinSegment = (ask: Ask, contactId: string, segmentId: string) =>
  ask('addSegmentContacts', { params: { id: segmentId }, body: { contact_ids: [contactId] } })

/** Of two choices for one topic, the last counts. */
const choicesOf = (choices: TopicChoices): Record<string, boolean> =>
  Object.fromEntries(choices.map(({ id, subscription }) => [id, subscription === 'opt_in']))

async function findTopics(ask: Ask, choices: TopicChoices): Promise<void> {
  for (const { id } of choices) await ask('getTopic', { params: { id } })
}

/** Each choice is a fact of its own. Repeating a choice changes nothing. */
async function chooseTopics(ask: Ask, contactId: string, choices: TopicChoices): Promise<void> {
  for (const { id: topicId, subscription } of choices) {
    const params = { contactId, topicId }
    if (subscription === 'opt_in') await ask('subscribeContactToTopic', { params })
    else await ask('unsubscribeContactFromTopic', { params })
  }
}

const subscription = (unsubscribed: boolean | null | undefined) =>
  typeof unsubscribed === 'boolean' ? { email_subscribed: !unsubscribed } : {}

export const toContact = ({ id, email, first_name, last_name, created_at, email_subscribed }: Contact) => ({
  id,
  email: email ?? null,
  first_name: first_name || null,
  last_name: last_name || null,
  created_at,
  unsubscribed: !email_subscribed,
})

/** Adds the type of each property, taken from its field. */
async function propertiesOf(ask: Ask, { properties = {} }: Contact) {
  if (Object.keys(properties).length === 0) return {}
  const { data: fields } = await ask('listContactFields')
  const types = new Map(fields.map(({ key, type }) => [key, type]))
  return Object.fromEntries(
    Object.entries(properties).map(([key, value]) => [
      key,
      // Resend has only strings and numbers.
      {
        type: types.get(key) === 'number' ? 'number' : 'string',
        value: typeof value === 'number' ? value : String(value),
      },
    ]),
  )
}
