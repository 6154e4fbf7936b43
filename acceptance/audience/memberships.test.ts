import { type Contact, contacts } from '@posthorn/contract/audience/contacts'
import type { Topic } from '@posthorn/contract/audience/topics'
import { beforeEach, expect, inject, test } from 'vitest'
import { client } from '../http-client/client.ts'
import { randomId } from '../http-client/example-request.ts'
import { readAll } from '../http-client/page.ts'
import { expectShape } from '../http-client/reply-shape.ts'
import { newEmail } from '../http-client/unique.ts'

const { url, testKey, liveKey } = inject('service')
const api = client(url, testKey)
const live = client(url, liveKey)
let contact: Contact
let topic: Topic
let path: string

beforeEach(async () => {
  contact = (await api.post<Contact>('/v1/contacts', { email: newEmail() })).body
  topic = (await api.post<Topic>('/v1/topics', { name: 'News' })).body
  path = `/v1/contacts/${contact.id}/topics/${topic.id}`
})

const members = async () => (await readAll<Contact>(api, `/v1/contacts?topic_id=${topic.id}`)).map(({ id }) => id)

test('subscribing and unsubscribing return the state of the contact, and a repetition changes nothing', async () => {
  for (const [method, subscribed] of [
    ['POST', true],
    ['POST', true],
    ['DELETE', false],
    ['DELETE', false],
    ['POST', true],
  ] as const) {
    const { status, body } = await api.ask({ method, path })

    expect(status).toBe(200)
    expectShape(body, contacts.subscribeContactToTopic.reply)
    expect(body).toMatchObject({ success: true, contact_id: contact.id, topic_id: topic.id, subscribed })
    expect(await members()).toEqual(subscribed ? [contact.id] : [])
  }
})

test('the flags of the contact and its other topics stay as they are', async () => {
  const other = (await api.post<Topic>('/v1/topics', { name: 'Other' })).body
  await api.post(path)
  await api.post(`/v1/contacts/${contact.id}/topics/${other.id}`)

  await api.delete(path)

  expect(await members()).toEqual([])
  expect((await readAll<Contact>(api, `/v1/contacts?topic_id=${other.id}`)).map(({ id }) => id)).toEqual([contact.id])
  expect((await api.get<Contact>(`/v1/contacts/${contact.id}`)).body).toEqual(contact)
})

test('an unknown contact or topic is a 404 that says which', async () => {
  for (const method of ['POST', 'DELETE']) {
    const noContact = await api.ask({ method, path: `/v1/contacts/${randomId()}/topics/${topic.id}` })
    const noTopic = await api.ask({ method, path: `/v1/contacts/${contact.id}/topics/${randomId()}` })
    const neither = await api.ask({ method, path: '/v1/contacts/x/topics/y' })

    expect([noContact.status, noTopic.status, neither.status]).toEqual([404, 404, 404])
    expect(noContact.body.details).toMatchObject({ resource: 'contact' })
    expect(noTopic.body.details).toMatchObject({ resource: 'topic' })
  }
})

test('a contact cannot join a topic of another environment', async () => {
  const elsewhere = (await live.post<Topic>('/v1/topics', { name: 'Elsewhere' })).body

  const { status } = await api.post(`/v1/contacts/${contact.id}/topics/${elsewhere.id}`)

  expect(status).toBe(404)
  expect(await readAll<Contact>(live, `/v1/contacts?topic_id=${elsewhere.id}`)).toEqual([])
})

test('a body is ignored, whatever it is', async () => {
  for (const [raw, type] of [
    ['{', 'application/json'],
    ['x', 'text/plain'],
    ['', 'application/json'],
  ] as const) {
    const { status } = await api.ask({ method: 'POST', path, raw, headers: { 'content-type': type } })
    expect(status).toBe(200)
  }
})

test('many at once, both ways: each is answered, and the last one counts', async () => {
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, nth) => api.ask({ method: nth % 2 ? 'POST' : 'DELETE', path })),
  )

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  await api.post(path)
  expect(await members()).toEqual([contact.id])
})

test('deleting the contact while it is being subscribed leaves no trace', async () => {
  const answers = await Promise.all([
    ...Array.from({ length: 10 }, () => api.post(path)),
    api.delete(`/v1/contacts/${contact.id}`),
    ...Array.from({ length: 10 }, () => api.post(path)),
  ])

  expect(answers.filter(({ status }) => ![200, 404].includes(status))).toEqual([])
  expect(await members()).toEqual([])
  expect((await api.post(path)).status).toBe(404)
})

test('deleting the topic while contacts are being subscribed to it breaks nothing', async () => {
  for (let round = 0; round < 20; round++) {
    const doomed = (await api.post<Topic>('/v1/topics', { name: 'Doomed' })).body
    const created = Array.from({ length: 8 }, () => api.post<Contact>('/v1/contacts', { email: newEmail() }))
    const subscribers = (await Promise.all(created)).map(({ body }) => body.id)

    const answers = await Promise.all([
      ...subscribers.map(id => api.post(`/v1/contacts/${id}/topics/${doomed.id}`)),
      api.delete(`/v1/topics/${doomed.id}`),
    ])

    expect(answers.filter(({ status }) => ![200, 404].includes(status)).map(({ text }) => text)).toEqual([])
  }
})
