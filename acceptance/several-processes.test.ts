import type { Contact } from '@posthorn/contract/contacts'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type ApiRole, startApiRole } from './api-role.ts'
import { type Client, client } from './client.ts'
import { postgresUrl } from './data-folder.ts'
import { awayFromTheHour } from './hour.ts'
import { createOrganization, posthorn } from './operator.ts'
import { type Page, readAll } from './page.ts'
import { newEmail, newWord } from './unique.ts'

const { url, dataDir, testKey } = inject('service')
/** `npm run api` beside the whole service, on its database. */
let second: ApiRole
/** A client of each process with the same key. */
const both = (key: string): [Client, Client] => [client(url, key), client(second.url, key)]

beforeAll(async () => {
  second = await startApiRole(postgresUrl(dataDir), dataDir)
})

afterAll(() => second?.[Symbol.asyncDispose]())

test('one limit for all of them: of 200 at once exactly 100 pass', { timeout: 120_000 }, async () => {
  await awayFromTheHour(url, testKey)
  const { test_key } = await createOrganization(dataDir, 'free')
  const clients = both(test_key)

  const answers = await Promise.all(
    Array.from({ length: 200 }, async (_, nth) => (await clients[nth % 2]?.get('/v1/contacts'))?.status),
  )

  expect(answers.filter(status => status === 200)).toHaveLength(100)
  expect(answers.filter(status => status === 429)).toHaveLength(100)
})

test('one Idempotency-Key for all of them: one contact, one answer', async () => {
  for (let round = 0; round < 5; round++) {
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
  for (let round = 0; round < 5; round++) {
    const email = newEmail()

    const answers = await Promise.all(
      both(testKey).flatMap(one => Array.from({ length: 10 }, () => one.post('/v1/contacts', { email }))),
    )

    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(409)])
  }
})

test('what one wrote the others read at once, and a cursor of one leads on in another', async () => {
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

test('a key revoked once is dead everywhere', async () => {
  const organization = await createOrganization(dataDir)
  const args = ['key', 'create', '--organization', organization.id, '--mode', 'test']
  const { id, key } = await posthorn<{ id: string; key: string }>(dataDir, ...args)
  const statuses = () => Promise.all(both(key).map(async one => (await one.get('/v1/contacts')).status))
  expect(await statuses()).toEqual([200, 200])

  await posthorn(dataDir, 'key', 'revoke', id)

  expect(await statuses()).toEqual([401, 401])
})
