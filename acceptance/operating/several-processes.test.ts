import type { Contact } from '@posthorn/contract/audience/contacts'
import type { Topic } from '@posthorn/contract/audience/topics'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { avoidHourEnd } from '../http/rate-limit-hour.ts'
import type { Answer } from '../http-client/answer.ts'
import { type Client, client } from '../http-client/client.ts'
import { type Page, readAll } from '../http-client/page.ts'
import { newEmail, newWord } from '../http-client/unique.ts'
import { type ApiRole, startApiRole } from '../service/api-role.ts'
import { postgresUrl } from '../service/data-folder.ts'
import { createKey, createOrganization, posthorn } from '../service/operator.ts'

const { url, dataDir, testKey } = inject('service')
/** `npm run api` beside the whole service, on its database. */
let second: ApiRole
/** A client of each process, with the same key. */
const both = (key: string): [Client, Client] => [client(url, key), client(second.url, key)]

beforeAll(async () => {
  second = await startApiRole(postgresUrl(dataDir), dataDir)
})

afterAll(() => second?.[Symbol.asyncDispose]())

test('one limit for all of them: of 200 at once exactly 100 pass', { timeout: 120_000 }, async () => {
  await avoidHourEnd(url, testKey)
  const { test_key } = await createOrganization(dataDir, 'free')
  const clients = both(test_key)

  const answers = await Promise.all(
    Array.from({ length: 200 }, async (_, nth) => (await clients[nth % 2]?.get('/v1/contacts'))?.status),
  )

  expect(answers.filter(status => status === 200)).toHaveLength(100)
  expect(answers.filter(status => status === 429)).toHaveLength(100)
})

test('one Idempotency-Key for all of them: one contact, one answer', async () => {
  for (let round = 0; round < 3; round++) {
    const [key, body] = [newWord(), { email: newEmail() }]
    const clients = both(testKey)

    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, nth) =>
        clients[nth % 2]?.post<Contact>('/v1/contacts', body, { 'idempotency-key': key }),
      ),
    )

    const good = answers.filter(answer => answer?.status === 201)
    expect(good.length).toBeGreaterThan(0)
    expect(new Set(good.map(answer => answer?.text)).size).toBe(1)
    const others = answers.filter(answer => answer?.status !== 201)
    for (const other of others) expect(Object(other?.body).code).toBe('concurrent_idempotent_requests')
  }
})

test('one address for all of them: one contact', async () => {
  for (let round = 0; round < 3; round++) {
    const email = newEmail()

    const answers = await Promise.all(
      both(testKey).flatMap(one => Array.from({ length: 10 }, () => one.post('/v1/contacts', { email }))),
    )

    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(409)])
  }
})

test('a write in one process can be read in the others at once, and a cursor of one works in another', async () => {
  const { test_key } = await createOrganization(dataDir)
  const [a, b] = both(test_key)
  const created = await Promise.all(
    Array.from({ length: 30 }, async (_, nth) => {
      const [writer, reader] = nth % 2 ? [a, b] : [b, a]
      const { body } = await writer.post<Contact>('/v1/contacts', { email: newEmail() })
      expect((await reader.get<Contact>(`/v1/contacts/${body.id}`)).body).toEqual(body)
      return body.id
    }),
  )

  const first = await a.get<Page<Contact>>('/v1/contacts?limit=15')
  const last = await b.get<Page<Contact>>(`/v1/contacts?limit=15&cursor=${first.body.next_cursor}`)

  expect(last.status).toBe(200)
  const ids = [first, last].flatMap(({ body }) => body.data.map(({ id }) => id))
  expect(ids.toSorted()).toEqual(created.toSorted())
  expect((await readAll<Contact>(b, '/v1/contacts')).map(({ id }) => id)).toEqual(ids)
})

test('a revoked key stops working everywhere', async () => {
  const organization = await createOrganization(dataDir)
  const { id, key } = await createKey(dataDir, organization, 'test')
  const statuses = () => Promise.all(both(key).map(async one => (await one.get('/v1/contacts')).status))
  expect(await statuses()).toEqual([200, 200])

  await posthorn(dataDir, 'key', 'revoke', id)

  expect(await statuses()).toEqual([401, 401])
})

test('everything at once on a few objects, in two processes: each gets its answer, without a deadlock', async () => {
  const { test_key } = await createOrganization(dataDir)
  const clients = both(test_key)
  const emails = Array.from({ length: 6 }, () => newEmail())
  const contacts: string[] = []
  const topics: string[] = []
  const any = <T>(list: readonly T[]): T | undefined => list[Math.floor(Math.random() * list.length)]

  /** The operations of a busy day, on objects that others are changing at the same moment. */
  const operations: ((api: Client) => Promise<Answer<unknown>>)[] = [
    async api => remember(contacts, await api.post<Contact>('/v1/contacts', { email: any(emails) })),
    api => api.post('/v1/contacts', { email: any(emails) }, { 'idempotency-key': `k${newWord().slice(0, 1)}` }),
    async api =>
      remember(topics, await api.post<Topic>('/v1/topics', { name: 'Busy', is_default_topic: Math.random() < 0.7 })),
    api => api.put(`/v1/contacts/${any(contacts)}`, { first_name: newWord() }),
    api => api.put(`/v1/topics/${any(topics)}`, { is_default_topic: Math.random() < 0.7 }),
    api => api.post(`/v1/contacts/${any(contacts)}/topics/${any(topics)}`),
    api => api.post(`/v1/contacts/${any(contacts)}/topics/${any(topics)}`),
    api => api.delete(`/v1/contacts/${any(contacts)}/topics/${any(topics)}`),
    api => api.delete(`/v1/contacts/${any(contacts)}`),
    api => api.delete(`/v1/topics/${any(topics.slice(0, -5))}`),
    api => api.get(`/v1/contacts?topic_id=${any(topics)}`),
  ]
  const seen = new Map<number, number>()
  const bad: string[] = []

  async function beBusy(api: Client) {
    for (let nth = 0; nth < 40; nth++) {
      const answer = await any(operations)?.(api)
      if (!answer) continue
      seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1)
      if (answer.status >= 500 || isNameless(answer)) bad.push(answer.text)
    }
  }
  await Promise.all(Array.from({ length: 40 }, (_, nth) => beBusy(clients[nth % 2 ? 1 : 0])))

  expect(bad).toEqual([])
  expect([...seen.keys()].filter(status => ![200, 201, 404, 409].includes(status))).toEqual([])
  expect(seen.get(200)).toBeGreaterThan(100)
  const left = await readAll<Contact>(clients[0], '/v1/contacts')
  expect(new Set(left.map(({ email }) => email)).size, 'one contact for an address').toBe(left.length)
})

/** A conflict names the other object, even when that one is deleted at the same moment. */
function isNameless({ body }: Answer<unknown>): boolean {
  const { code, details } = Object(body)
  return code === 'contact_exists' && !/^[0-9a-f-]{36}$/.test(Object(details).id)
}

function remember<T extends { id: string }>(list: string[], answer: Answer<T>): Answer<T> {
  if (answer.status === 201) list.push(answer.body.id)
  if (list.length > 12) list.shift()
  return answer
}
