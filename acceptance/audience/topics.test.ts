import type { Contact } from '@posthorn/contract/audience/contacts'
import { type Topic, topics } from '@posthorn/contract/audience/topics'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { type Client, client } from '../http-client/client.ts'
import { randomId } from '../http-client/example-request.ts'
import { readAll } from '../http-client/page.ts'
import { expectShape } from '../http-client/reply-shape.ts'
import { newEmail } from '../http-client/unique.ts'
import { createOrganization } from '../service/operator.ts'

const { url, dataDir } = inject('service')
let api: Client
/** An empty environment. */
let quiet: Client

beforeAll(async () => {
  const { test_key, live_key } = await createOrganization(dataDir)
  api = client(url, test_key)
  quiet = client(url, live_key)
})

async function create(fields: object, as = api): Promise<Topic> {
  const { status, body } = await as.post<Topic>('/v1/topics', fields)
  expect(status, JSON.stringify(body)).toBe(201)
  expectShape(body, topics.createTopic.reply)
  return body
}

describe('creating', () => {
  test('with only a name: no default topic, shown last, no description', async () => {
    const first = await create({ name: 'First' }, quiet)
    const second = await create({ name: 'Second' }, quiet)
    const far = await create({ name: 'Far', display_order: 41.5 }, quiet)
    const afterFar = await create({ name: 'After' }, quiet)

    const { id, created_at, updated_at, ...rest } = first
    expect(rest).toEqual({ name: 'First', is_default_topic: false, display_order: 1 })
    expect(updated_at).toBe(created_at)
    expect(id).toMatch(/^[0-9a-f-]{36}$/)
    expect([second, far, afterFar].map(topic => topic.display_order)).toEqual([2, 41.5, 42.5])
  })

  test('many at once each get a place', async () => {
    const many = await Promise.all(Array.from({ length: 10 }, (_, nth) => create({ name: `At once ${nth}` })))

    expect(many.every(({ display_order }) => Number.isFinite(display_order))).toBe(true)
  })

  test('with every field, and reading it gives the same back', async () => {
    const fields = { name: 'Produktneues 🦊', description: '', is_default_topic: false, display_order: -1 }

    const created = await create(fields)

    expect(created).toMatchObject(fields)
    const read = await api.get<Topic>(`/v1/topics/${created.id}`)
    expect([read.status, read.body]).toEqual([200, created])
  })

  test.each([-1, 0, 1.5, 1e9, -1e9, 0.1, Number.MAX_SAFE_INTEGER])('display_order %d is kept', async display_order => {
    const { id } = await create({ name: 'Ordered', display_order })

    expect((await api.get<Topic>(`/v1/topics/${id}`)).body.display_order).toBe(display_order)
  })

  test('a name of 50 characters is accepted, also of 50 emoji', async () => {
    for (const name of ['n'.repeat(50), '😀'.repeat(50)]) expect((await create({ name })).name).toBe(name)
  })

  test.each([
    ['no name', {}, 'name'],
    ['an empty name', { name: '' }, 'name'],
    ['a number as name', { name: 1 }, 'name'],
    ['null as name', { name: null }, 'name'],
    ['a name of 51', { name: 'n'.repeat(51) }, 'name'],
    ['a name with U+0000', { name: 'a\0' }, 'name'],
    ['a description that is null', { name: 'x', description: null }, 'description'],
    ['a description of 1,001', { name: 'x', description: 'd'.repeat(1001) }, 'description'],
    ['is_default_topic "true"', { name: 'x', is_default_topic: 'true' }, 'is_default_topic'],
    ['is_default_topic 1', { name: 'x', is_default_topic: 1 }, 'is_default_topic'],
    ['display_order "1"', { name: 'x', display_order: '1' }, 'display_order'],
    ['display_order null', { name: 'x', display_order: null }, 'display_order'],
  ])('refuses %s', async (_name, fields, path) => {
    const { status, body } = await api.post('/v1/topics', fields)

    expect(status).toBe(400)
    expect(body).toMatchObject({ code: 'validation_error', details: [expect.objectContaining({ path })] })
  })

  test('refuses a display_order that no number can hold, and keeps working', async () => {
    const own = client(url, (await createOrganization(dataDir)).test_key)
    const { id } = await create({ name: 'First' }, own)

    for (const text of ['1e400', '-1e400', '1e309']) {
      for (const [method, path] of [
        ['POST', '/v1/topics'],
        ['PUT', `/v1/topics/${id}`],
      ] as const) {
        const raw = `{"name":"Huge","display_order":${text}}`
        const { status } = await own.ask({ method, path, raw, headers: { 'content-type': 'application/json' } })
        expect.soft(status, `${method} ${text}`).toBe(400)
      }
    }
    expect((await create({ name: 'Second' }, own)).display_order).toBe(2)
  })

  test('the largest number is kept, and the topic after it still has a place', async () => {
    const other = client(url, (await createOrganization(dataDir)).test_key)
    await create({ name: 'Huge', display_order: 1.7e308 }, other)

    const next = await create({ name: 'Next' }, other)

    expect(Number.isFinite(next.display_order)).toBe(true)
  })
})

describe('updating', () => {
  test('changes only the fields that are given', async () => {
    const before = await create({ name: 'Before', description: 'About it', display_order: 7 })

    const { status, body } = await api.put<Topic>(`/v1/topics/${before.id}`, { name: 'After' })

    expect(status).toBe(200)
    expectShape(body, topics.updateTopic.reply)
    expect(body).toEqual({ ...before, name: 'After', updated_at: body.updated_at })
    const again = await api.put<Topic>(`/v1/topics/${before.id}`, {
      description: '',
      display_order: 0,
      is_default_topic: false,
    })
    expect(again.body).toMatchObject({ name: 'After', description: '', display_order: 0 })
    expect((await api.get<Topic>(`/v1/topics/${before.id}`)).body).toEqual(again.body)
  })

  test.each([
    { name: '' },
    { name: null },
    { display_order: '1' },
    { is_default_topic: 'no' },
    { name: 'n'.repeat(51) },
  ])('refuses %o and changes nothing', async fields => {
    const before = await create({ name: 'Before' })

    const { status } = await api.put(`/v1/topics/${before.id}`, { description: 'Changed', ...fields })

    expect(status).toBe(400)
    expect((await api.get<Topic>(`/v1/topics/${before.id}`)).body).toEqual(before)
  })

  test('an unknown id is a 404', async () => {
    const { status, body } = await api.put(`/v1/topics/${randomId()}`, { name: 'x' })

    expect(status).toBe(404)
    expect(body).toMatchObject({ code: 'not_found', details: { resource: 'topic' } })
  })
})

describe('deleting', () => {
  test('is permanent; contacts stay', async () => {
    const topic = await create({ name: 'Gone soon' })
    const { body: contact } = await api.post<Contact>('/v1/contacts', { email: newEmail() })
    await api.post(`/v1/contacts/${contact.id}/topics/${topic.id}`)

    const { status, body } = await api.delete(`/v1/topics/${topic.id}`)

    expect(status).toBe(200)
    expectShape(body, topics.deleteTopic.reply)
    expect(body).toMatchObject({ success: true })
    expect((await api.get(`/v1/topics/${topic.id}`)).status).toBe(404)
    expect((await api.put(`/v1/topics/${topic.id}`, { name: 'x' })).status).toBe(404)
    expect((await api.delete(`/v1/topics/${topic.id}`)).status).toBe(404)
    expect((await api.post(`/v1/contacts/${contact.id}/topics/${topic.id}`)).status).toBe(404)
    expect((await api.get(`/v1/contacts/${contact.id}`)).status).toBe(200)
    expect(await readAll<Contact>(api, `/v1/contacts?topic_id=${topic.id}`)).toEqual([])
  })
})

describe('default topics', () => {
  test('new contacts are subscribed to every one of them, and to no other', async () => {
    const own = client(url, (await createOrganization(dataDir)).test_key)
    const early = (await own.post<Contact>('/v1/contacts', { email: newEmail() })).body
    const [a, b, other] = await Promise.all([
      create({ name: 'A', is_default_topic: true }, own),
      create({ name: 'B', is_default_topic: true }, own),
      create({ name: 'Other' }, own),
    ])
    const created = await Promise.all(
      Array.from({ length: 10 }, async () => (await own.post<Contact>('/v1/contacts', { email: newEmail() })).body),
    )

    const members = async (topic: Topic) =>
      (await readAll<Contact>(own, `/v1/contacts?topic_id=${topic.id}`)).map(({ id }) => id).toSorted()
    const expected = created.map(({ id }) => id).toSorted()
    expect(await members(a)).toEqual(expected)
    expect(await members(b)).toEqual(expected)
    expect(await members(other)).toEqual([])

    await own.put(`/v1/topics/${a.id}`, { is_default_topic: false })
    const late = (await own.post<Contact>('/v1/contacts', { email: newEmail() })).body
    expect(await members(a)).not.toContain(late.id)
    expect(await members(b)).toContain(late.id)
    expect(await members(b), 'those from before are not added').not.toContain(early.id)
  })

  test('deleting a default topic while contacts are created breaks none of them', async () => {
    const own = client(url, (await createOrganization(dataDir)).test_key)
    const doomed = await create({ name: 'Doomed', is_default_topic: true }, own)

    const [, ...answers] = await Promise.all([
      own.delete(`/v1/topics/${doomed.id}`),
      ...Array.from({ length: 40 }, () => own.post('/v1/contacts', { email: newEmail() })),
    ])

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
  })
})
