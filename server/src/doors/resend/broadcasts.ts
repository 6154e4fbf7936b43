import type { BroadcastListItem, Broadcast as OurBroadcast } from '@posthorn/contract/broadcasts/replies'
import type { BroadcastCreate } from '@posthorn/contract/broadcasts/requests'
import { type Static, Type } from 'typebox'
import { invalid } from '#core/refusal.ts'
import { type Ask, type DoorOperation, doorOperation } from '#http/door/door.ts'
import { given, Maybe } from '#validation/optional.ts'
import { fromBroadcastLiquid, propertiesIn, toBroadcastLiquid } from './broadcast-braces.ts'
import { Addresses, bareAddresses } from './email-request.ts'
import { list, PageQuery, pageOf } from './pages.ts'
import { timeOf } from './schedule.ts'

const Content = Type.Object({
  name: Maybe(Type.String()),
  segment_id: Maybe(Type.String()),
  audience_id: Maybe(Type.String()),
  from: Maybe(Type.String()),
  subject: Maybe(Type.String()),
  reply_to: Maybe(Addresses),
  preview_text: Maybe(Type.String()),
  html: Maybe(Type.String()),
  text: Maybe(Type.String()),
  topic_id: Maybe(Type.String()),
})
type Content = Static<typeof Content>

export const broadcastOperations: DoorOperation[] = [
  doorOperation({
    method: 'POST',
    path: '/broadcasts',
    standsFor: 'createBroadcast',
    status: 201,
    body: Type.Object({
      ...Content.properties,
      send: Maybe(Type.Boolean()),
      scheduled_at: Maybe(Type.String()),
    }),
    async answer({ body, now, ask }) {
      const { send: isSent, scheduled_at } = body
      if (scheduled_at && !isSent)
        throw invalid({ path: 'scheduled_at', message: 'needs send: true, otherwise the broadcast stays a draft' })
      const when = given({ scheduled_for: await timeOf(scheduled_at, now) })
      await refuseUnknownFields(ask, body)
      const { id } = await ask('createBroadcast', { body: { ...contentOf(body), name: nameOf(body) } })
      if (isSent) await ask('sendBroadcast', { params: { id }, body: when })
      return { id }
    },
  }),
  doorOperation({
    method: 'POST',
    path: '/broadcasts/{id}/send',
    standsFor: 'sendBroadcast',
    body: Type.Object({ scheduled_at: Maybe(Type.String()) }),
    async answer({ params, body, now, ask }) {
      const { id } = await ask('sendBroadcast', {
        params,
        body: given({ scheduled_for: await timeOf(body.scheduled_at, now) }),
      })
      return { id }
    },
  }),
  doorOperation({
    method: 'GET',
    path: '/broadcasts',
    standsFor: 'listBroadcasts',
    query: PageQuery,
    answer: async ({ query: asked, ask }) => {
      const { query, page } = pageOf(asked)
      return list(await ask('listBroadcasts', { query: { ...query, channel: 'email' }, page }), toListItem)
    },
  }),
  doorOperation({
    method: 'GET',
    path: '/broadcasts/{id}',
    standsFor: 'getBroadcast',
    answer: async ({ params, ask }) => toBroadcast(await ask('getBroadcast', { params })),
  }),
  doorOperation({
    method: 'PATCH',
    path: '/broadcasts/{id}',
    standsFor: 'updateBroadcast',
    body: Content,
    async answer({ params, body, ask }) {
      await refuseUnknownFields(ask, body)
      const { id } = await ask('updateBroadcast', {
        params,
        body: { ...contentOf(body), ...given({ name: body.name }), ...removedBy(body) },
      })
      return { id }
    },
  }),
  doorOperation({
    method: 'DELETE',
    path: '/broadcasts/{id}',
    standsFor: 'deleteBroadcast',
    async answer({ params, ask }) {
      // On Resend, deleting a scheduled broadcast cancels it.
      const { state } = await ask('getBroadcast', { params })
      if (state === 'scheduled') await ask('cancelBroadcast', { params })
      await ask('deleteBroadcast', { params })
      return { object: 'broadcast', id: params.id, deleted: true }
    },
  }),
  doorOperation({
    method: 'POST',
    path: '/broadcasts/{id}/cancel',
    standsFor: 'cancelBroadcast',
    async answer({ params, ask }) {
      const { id } = await ask('cancelBroadcast', { params })
      return { object: 'broadcast', id }
    },
  }),
  doorOperation({
    method: 'POST',
    path: '/broadcasts/{id}/duplicate',
    standsFor: 'createBroadcast',
    async answer({ params, ask }) {
      const { id } = await ask('createBroadcast', { body: copyOf(await ask('getBroadcast', { params })) })
      return { object: 'broadcast', id }
    },
  }),
  doorOperation({
    method: 'GET',
    path: '/broadcasts/{id}/recipients',
    standsFor: 'listBroadcastRecipients',
    query: Type.Object({
      ...PageQuery.properties,
      type: Type.String(),
      email: Type.Optional(Type.String()),
      bounce_type: Type.Optional(Type.String()),
    }),
    async answer({ params, query: asked, ask }) {
      const { query, page } = pageOf(asked)
      const found = await ask('listBroadcastRecipients', {
        ...{ params, page },
        query: { ...query, ...filterOf(asked) },
      })
      return list(found, ({ id, contact_id, to }) => ({ id, contact_id, email: to }))
    },
  }),
  doorOperation({
    method: 'GET',
    path: '/broadcasts/{id}/clicked-links',
    standsFor: 'listBroadcastLinks',
    query: PageQuery,
    async answer({ params, ask }) {
      const { data } = await ask('listBroadcastLinks', { params })
      // We return all of them on one page.
      return list({ data, has_more: false }, ({ url, clicks, recipients }) => ({
        id: url,
        url,
        clicks,
        unique_clicks: recipients,
      }))
    },
  }),
]

const recipientFilters = {
  sent: { sent: true },
  delivered: { outcome: 'delivered' },
  opened: { opened: true },
  clicked: { clicked: true },
  bounced: { outcome: 'bounced' },
  complained: { outcome: 'complained' },
  suppressed: { outcome: 'suppressed' },
} as const

function filterOf({ type, email, bounce_type }: { type: string; email?: string; bounce_type?: string }) {
  if (email !== undefined)
    throw invalid({ path: 'email', message: 'is not supported: use GET /emails for single emails' })
  if (bounce_type !== undefined) throw invalid({ path: 'bounce_type', message: 'is not supported: leave it out' })
  const [, filter] = Object.entries(recipientFilters).find(([name]) => name === type) ?? []
  if (!filter) throw invalid({ path: 'type', message: `must be one of ${Object.keys(recipientFilters).join(', ')}` })
  return filter
}

/** Our broadcasts require a name. */
const nameOf = ({ name, subject }: Content): string => (name || subject || 'Broadcast').slice(0, 200)

function contentOf({ segment_id, audience_id, from, subject, reply_to, preview_text, html, text, topic_id }: Content) {
  const answers = reply_to && reply_to.length > 0 ? [bareAddresses(reply_to)].flat() : undefined
  const liquid = (source: string | null | undefined) => (source ? toBroadcastLiquid(source) : undefined)
  return given({
    ...{ segment_id: segment_id ?? audience_id, topic_id, from, reply_to: answers },
    ...{ subject: liquid(subject), preview_text: preview_text || undefined, html: liquid(html), text: liquid(text) },
  })
}

/** Null removes the topic. Other nulls count as missing, since some clients send them for that. */
function removedBy(body: Content) {
  const empty = (['subject', 'preview_text', 'html', 'text', 'reply_to'] as const).filter(
    field => body[field]?.length === 0,
  )
  return { ...Object.fromEntries(empty.map(field => [field, null])), ...(body.topic_id === null && { topic_id: null }) }
}

/** A property that no contact has would be empty for every recipient. */
async function refuseUnknownFields(ask: Ask, { subject, html, text }: Content): Promise<void> {
  const printed = Object.entries({ subject, html, text }).flatMap(([path, source]) =>
    [...new Set(propertiesIn(source ?? ''))].map(key => ({ path, key })),
  )
  if (printed.length === 0) return
  const { data: fields } = await ask('listContactFields')
  const keys = new Set(fields.map(({ key }) => key))
  const faults = printed
    .filter(({ key }) => !keys.has(key))
    .map(({ path, key }) => ({
      path,
      message: `prints contact.${key}, which is not a contact field: create it first`,
    }))
  if (faults.length > 0) throw invalid(...faults)
}

/** Content and audience, as a draft. */
function copyOf(broadcast: OurBroadcast): BroadcastCreate {
  const { channel, name, from, reply_to, subject, preview_text, html, text, template_id, variables } = broadcast
  const { topic_id, segment_id, everyone, track_opens, track_clicks } = broadcast
  return {
    ...{ name, channel },
    ...given({ everyone, track_opens, track_clicks }),
    ...given({ from, reply_to, subject, preview_text, html, text, template_id, variables, topic_id, segment_id }),
  }
}

const statuses = {
  draft: 'draft',
  scheduled: 'queued',
  sending: 'queued',
  paused: 'queued',
  completed: 'sent',
  canceled: 'canceled',
} as const satisfies Record<OurBroadcast['state'], string>

const toListItem = (broadcast: BroadcastListItem | OurBroadcast) => ({
  id: broadcast.id,
  name: broadcast.name,
  segment_id: broadcast.segment_id ?? null,
  audience_id: broadcast.segment_id ?? null,
  status: statuses[broadcast.state],
  created_at: broadcast.created_at,
  scheduled_at: broadcast.scheduled_for,
  sent_at: broadcast.started_at,
})

function toBroadcast(broadcast: OurBroadcast) {
  const { from, subject, reply_to, preview_text, topic_id, html, text } = broadcast
  const theirs = (source: string | undefined) => (source === undefined ? null : fromBroadcastLiquid(source))
  return {
    object: 'broadcast',
    ...toListItem(broadcast),
    from: from ?? null,
    subject: theirs(subject),
    reply_to: reply_to ?? null,
    preview_text: preview_text ?? null,
    topic_id: topic_id ?? null,
    html: theirs(html),
    text: theirs(text),
  }
}
