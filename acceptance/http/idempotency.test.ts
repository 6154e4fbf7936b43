import type { Contact } from '@posthorn/contract/audience/contacts'
import type { Topic } from '@posthorn/contract/audience/topics'
import { expect, inject, test } from 'vitest'
import type { Answer } from '../http-client/answer.ts'
import { client } from '../http-client/client.ts'
import type { Page } from '../http-client/page.ts'
import { newEmail, newWord } from '../http-client/unique.ts'
import { createOrganization } from '../service/operator.ts'

const { url, testKey, liveKey, dataDir } = inject('service')
const api = client(url, testKey)

const create = (body: object, key: string, as = api) =>
  as.post<Contact>('/v1/contacts', body, { 'idempotency-key': key })

test('50 at once with one key create one contact, and all get the same answer', async () => {
  const [key, body] = [newWord(), { email: newEmail() }]

  const answers = await Promise.all(Array.from({ length: 50 }, () => create(body, key)))

  // While the first is under way, one of the others may be told to come back.
  const told = answers.filter(({ status }) => status === 409)
  for (const { body } of told) expect(Object(body).code).toBe('concurrent_idempotent_requests')
  const good = answers.filter(({ status }) => status === 201)
  expect(good.length + told.length).toBe(50)
  expect(new Set(good.map(({ text }) => text)).size).toBe(1)
  expect(good.filter(({ headers }) => headers['idempotent-replayed'] === undefined)).toHaveLength(1)
  const found = await api.get<Page<Contact>>(`/v1/contacts?search=${body.email}`)
  expect(found.body.data).toEqual([good[0]?.body])
})

test('the same request again, one after the other, gets the same answer, marked as a replay', async () => {
  const [key, body] = [newWord(), { email: newEmail(), first_name: 'Ada' }]
  const first = await create(body, key)
  expect([first.status, first.headers['idempotent-replayed']]).toEqual([201, undefined])
  await api.put(`/v1/contacts/${first.body.id}`, { first_name: 'Changed since' })

  for (const same of [body, { first_name: 'Ada', email: body.email }]) {
    const again = await create(same, key)
    expect(again.status).toBe(201)
    expect(again.headers['idempotent-replayed']).toBe('true')
    expect(again.body).toEqual(first.body)
  }
})

test('another request with the same key is refused for good', async () => {
  const [key, body] = [newWord(), { email: newEmail() }]
  await create(body, key)

  for (const other of [{ email: newEmail() }, { ...body, first_name: 'Ada' }]) {
    const { status, body: refusal, headers } = await create(other, key)
    expect(status).toBe(409)
    expect(Object(refusal).code).toBe('invalid_idempotent_request')
    expect(headers['x-should-retry']).toBe('false')
  }
  expect((await create(body, key)).status).toBe(201)
})

test('many different requests at once with one key: one is created', async () => {
  const key = newWord()
  const bodies = Array.from({ length: 30 }, () => ({ email: newEmail() }))

  const answers = await Promise.all(bodies.map(body => create(body, key)))

  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(29)
})

test('a refused request leaves the key free for the corrected one', async () => {
  const [invalid, conflict] = [newWord(), newWord()]
  const taken = (await create({ email: newEmail() }, newWord())).body.email

  expect((await create({ email: 'nonsense' }, invalid)).status).toBe(400)
  expect((await create({ email: newEmail() }, invalid)).status).toBe(201)
  expect((await create({ email: taken }, conflict)).status).toBe(409)
  const corrected = await create({ email: newEmail() }, conflict)
  expect([corrected.status, corrected.headers['idempotent-replayed']]).toEqual([201, undefined])
})

test('a key belongs to its environment, organization and operation', async () => {
  const key = newWord()
  const other = await createOrganization(dataDir)
  const everywhere = [api, client(url, liveKey), client(url, other.test_key), client(url, other.live_key)]

  const answers: Answer<Contact>[] = []
  for (const one of everywhere) answers.push(await create({ email: newEmail() }, key, one))
  const topic = await api.post<Topic>('/v1/topics', { name: 'Same key' }, { 'idempotency-key': key })

  expect([...answers, topic].map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
  expect(topic.headers['idempotent-replayed']).toBeUndefined()
})

test('the same event for two contacts is two requests, also with one key', async () => {
  const key = { 'idempotency-key': newWord() }
  const path = async () => `/v1/contacts/${(await create({ email: newEmail() }, newWord())).body.id}/events`
  const [first, second] = [await path(), await path()]
  const record = (to: string) => api.post(to, { event: 'order.paid' }, key)

  expect((await record(first)).status).toBe(200)
  for (const other of [second, '/v1/contacts/nobody/events']) {
    const { status, body } = await record(other)
    expect([status, Object(body).code]).toEqual([409, 'invalid_idempotent_request'])
  }
  expect((await record(first)).headers['idempotent-replayed']).toBe('true')
})

test('topics accept a key, too', async () => {
  const key = { 'idempotency-key': newWord() }
  const name = `Once ${newWord()}`

  const answers = await Promise.all(Array.from({ length: 20 }, () => api.post<Topic>('/v1/topics', { name }, key)))

  const good = answers.filter(({ status }) => status === 201)
  expect(new Set(good.map(({ body }) => body.id)).size).toBe(1)
  expect(answers.filter(({ status }) => ![201, 409].includes(status))).toEqual([])
  expect((await api.post('/v1/topics', { name: 'Other' }, key)).body.code).toBe('invalid_idempotent_request')
})

test('without a key two posts are two', async () => {
  const name = `Twice ${newWord()}`

  const [first, second] = [await api.post<Topic>('/v1/topics', { name }), await api.post<Topic>('/v1/topics', { name })]

  expect(first.body.id).not.toBe(second.body.id)
})

test.each([
  ['one character', 'x'],
  ['256 characters', 'k'.repeat(256)],
  ['every printable one', '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~ azAZ09'],
])('a key of %s is accepted', async (_name, text) => {
  const key = text.length === 1 ? text : text.slice(0, 224) + newWord().slice(0, Math.max(0, 256 - 224))
  const as = text.length === 1 ? client(url, (await createOrganization(dataDir)).test_key) : api

  expect((await create({ email: newEmail() }, key.slice(0, 256), as)).status).toBe(201)
})

test.each([
  ['no character', ''],
  ['257 characters', 'k'.repeat(257)],
  ['other than ASCII', 'schlüssel'],
  ['a tab', 'a\tb'],
])('a key of %s is refused and nothing is stored', async (_name, key) => {
  const email = newEmail()

  const { status, body } = await create({ email }, key)

  expect(status).toBe(400)
  expect(Object(body).code).toBe('invalid_idempotency_key')
  expect((await api.get(`/v1/contacts/lookup?email=${email}`)).status).toBe(404)
})

test('a key is ignored where none is supported', async () => {
  const { status } = await api.ask({ path: '/v1/contacts', headers: { 'idempotency-key': '' } })

  expect(status).toBe(200)
})
