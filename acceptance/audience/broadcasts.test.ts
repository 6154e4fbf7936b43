import type {
  Broadcast,
  BroadcastListItem,
  BroadcastPreview,
  BroadcastRecipient,
} from '@posthorn/contract/broadcasts/replies'
import type { EventPage } from '@posthorn/contract/event-log'
import type { Email } from '@posthorn/contract/messages/email-replies'
import { beforeAll, expect, inject, test } from 'vitest'
import { faultyPaths } from '../emails/sending.ts'
import { type Client, client } from '../http-client/client.ts'
import { createOrganization } from '../service/operator.ts'

const { url, dataDir } = inject('service')
let api: Client
let topicId = ''
beforeAll(async () => {
  api = client(url, (await createOrganization(dataDir, 'starter')).test_key)
  const { body } = await api.post<{ id: string }>('/v1/topics', { name: 'News', is_default_topic: true })
  topicId = body.id
  const people = ['ada', 'bounced', 'opened', 'suppressed']
  for (const name of people)
    await api.post('/v1/contacts', { email: `${name}@example.com`, first_name: name, phone_number: number(name) })
  await api.post('/v1/contacts', { email: 'out@example.com', email_subscribed: false })
})

const number = (name: string) => `+1415555${(2_000 + name.charCodeAt(0) * 10 + name.length).toString()}`
const given = () => ({
  ...{ name: 'November', from: 'Acme <news@acme.test>', subject: 'Hi {{ contact.first_name }}', topic_id: topicId },
  html: '<p>Hello {{ contact.first_name }}, <a href="https://acme.test/a">look</a></p>',
  preview_text: 'What is new',
})
const create = async (special: object = {}) =>
  (await api.post<Broadcast>('/v1/broadcasts', { ...given(), ...special })).body
const read = async (id: string) => (await api.get<Broadcast>(`/v1/broadcasts/${id}`)).body
const untilState = (id: string, state: Broadcast['state']) =>
  expect.poll(async () => (await read(id)).state, { timeout: 20_000 }).toBe(state)
const recipients = async (id: string, query = '') =>
  (await api.get<{ data: BroadcastRecipient[] }>(`/v1/broadcasts/${id}/recipients${query}`)).body.data

test('a broadcast is previewed, tested, sent once to each, and shows its results', async () => {
  const { id, state, figures } = await create({ track_opens: true })
  expect([state, figures.messages]).toEqual(['draft', 0])

  const preview = (await api.post<BroadcastPreview>(`/v1/broadcasts/${id}/preview`)).body
  expect(preview).toMatchObject({
    problems: [],
    recipients: 4,
    excluded: [{ reason: 'unsubscribed', count: 1 }],
    credits: 0,
    preflight: { accepted: true },
  })
  expect(preview.samples.map(({ subject }) => subject)).toEqual(['Hi ada', 'Hi bounced', 'Hi opened'])
  const tested = await api.post<{ data: { id: string }[] }>(`/v1/broadcasts/${id}/test`, { to: ['me@example.com'] })
  const copy = (await api.get<Email>(`/v1/emails/${tested.body.data[0]?.id}`)).body
  expect(copy.subject).toBe('[Test] Hi ada')

  const sent = await api.post<Broadcast>(`/v1/broadcasts/${id}/send`, {})
  expect(sent.body.state).toBe('sending')
  await api.post<Broadcast>(`/v1/broadcasts/${id}/send`, {})
  await untilState(id, 'completed')

  const done = await read(id)
  expect(done).toMatchObject({ audience_size: 4 })
  expect(done.figures).toMatchObject({ messages: 4, waiting: 0, sent: 3, bounced: 1, suppressed: 1, opened: 1 })
  expect((await recipients(id)).map(({ to }) => to).toSorted()).toEqual([
    ...['ada@example.com', 'bounced@example.com', 'opened@example.com', 'suppressed@example.com'],
  ])
  const [bounced] = await recipients(id, '?outcome=bounced')
  expect(bounced).toMatchObject({ to: 'bounced@example.com', outcome: 'bounced', opened: false })
  expect((await recipients(id, '?opened=true')).map(({ to }) => to)).toEqual(['opened@example.com'])
  const email = (await api.get<Email>(`/v1/emails/${bounced?.id}`)).body
  expect(email).toMatchObject({ subject: 'Hi bounced', broadcast_id: id })
  expect(email.html).toContain('Hello bounced')
  expect(email.html).toContain('What is new')
  const raw = await api.get<string>(`/v1/emails/${bounced?.id}/raw`)
  expect(raw.text).toContain('Subject: Hi bounced')
  const events = (await api.get<EventPage>('/v1/events?type=broadcast.*&limit=100')).body.data
  expect(events.map(({ type }) => type)).toEqual(expect.arrayContaining(['broadcast.started', 'broadcast.completed']))
  const list = (await api.get<{ data: BroadcastListItem[] }>('/v1/broadcasts?state=completed')).body.data
  expect(list.map(one => one.id)).toEqual([id])
})

test('a scheduled broadcast can be changed, moved and canceled; one that is not ready says what is missing', async () => {
  const bare = (await api.post<Broadcast>('/v1/broadcasts', { name: 'Bare' })).body
  const refused = await api.post(`/v1/broadcasts/${bare.id}/send`, {})
  expect([refused.status, faultyPaths(refused)]).toEqual([400, ['from', 'topic_id', 'html']])
  expect((await api.delete(`/v1/broadcasts/${bare.id}`)).status).toBe(200)

  const { id } = await create()
  const later = await api.post<Broadcast>(`/v1/broadcasts/${id}/send`, { scheduled_for: '2033-01-01T09:00:00Z' })
  expect(later.body).toMatchObject({ state: 'scheduled', scheduled_for: '2033-01-01T09:00:00.000Z' })
  const changed = await api.patch<Broadcast>(`/v1/broadcasts/${id}`, { subject: 'Other', preview_text: null })
  expect(changed.body).toMatchObject({ state: 'scheduled', subject: 'Other' })
  expect(changed.body).not.toHaveProperty('preview_text')
  const broken = await api.patch(`/v1/broadcasts/${id}`, { html: '{% if %}' })
  expect([broken.status, faultyPaths(broken)]).toEqual([400, ['html']])
  expect((await api.post(`/v1/broadcasts/${id}/pause`)).status).toBe(400)
  expect((await api.post<Broadcast>(`/v1/broadcasts/${id}/cancel`)).body.state).toBe('canceled')
  expect((await api.post(`/v1/broadcasts/${id}/send`, {})).status).toBe(400)
  const local = { local_time: '2033-02-30T09:00', timezone: 'Mars/Base', scheduled_for: '2033-01-01T09:00:00Z' }
  const nowhere = await api.post(`/v1/broadcasts/${(await create({ pace: { over: '6h' } })).id}/send`, local)
  expect(faultyPaths(nowhere)).toEqual(['scheduled_for', 'local_time', 'timezone', 'pace'])
})

test('text messages work the same way', async () => {
  const { id } = (
    await api.post<Broadcast>('/v1/broadcasts', {
      ...{ name: 'Text', channel: 'sms', from: '+15005550006', topic_id: topicId, body: 'Hi {{ contact.first_name }}' },
    })
  ).body
  const preview = (await api.post<BroadcastPreview>(`/v1/broadcasts/${id}/preview`)).body
  expect(preview.samples[0]).toMatchObject({ to: number('ada'), text: 'Hi ada', segments: 1 })

  await api.post(`/v1/broadcasts/${id}/send`, {})
  await untilState(id, 'completed')

  expect((await read(id)).figures).toMatchObject({ messages: 4, waiting: 0, sent: 4 })
  expect((await recipients(id)).map(({ to }) => to)).toContain(number('ada'))
  const wrong = await api.post('/v1/broadcasts', { name: 'No', channel: 'sms', subject: 'Hi' })
  expect(faultyPaths(wrong)).toEqual(['subject'])
})
