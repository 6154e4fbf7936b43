import type { Contact } from '@posthorn/contract/contacts'
import type { Topic } from '@posthorn/contract/topics'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Answer } from './answer.ts'
import { type ApiRole, startApiRole } from './api-role.ts'
import { type Client, client } from './client.ts'
import { postgresUrl } from './data-folder.ts'
import { createOrganization } from './operator.ts'
import { readAll } from './page.ts'
import { newEmail, newWord } from './unique.ts'

const { url, dataDir } = inject('service')
let second: ApiRole

beforeAll(async () => {
  second = await startApiRole(postgresUrl(dataDir), dataDir)
})
afterAll(() => second?.[Symbol.asyncDispose]())

test('everything at once on a few objects, in two processes: each gets its answer, nobody a deadlock', async () => {
  const { test_key } = await createOrganization(dataDir)
  const clients = [client(url, test_key), client(second.url, test_key)]
  const emails = Array.from({ length: 6 }, () => newEmail())
  const contacts: string[] = []
  const topics: string[] = []
  const any = <T>(list: readonly T[]): T | undefined => list[Math.floor(Math.random() * list.length)]

  /** What a busy day does, on objects that others are changing at the same moment. */
  const deeds: ((api: Client) => Promise<Answer<unknown>>)[] = [
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
    for (let nth = 0; nth < 60; nth++) {
      const answer = await any(deeds)?.(api)
      if (!answer) continue
      seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1)
      if (answer.status >= 500 || isNameless(answer)) bad.push(answer.text)
    }
  }
  await Promise.all(Array.from({ length: 40 }, (_, nth) => beBusy(clients[nth % 2] as Client)))

  expect(bad).toEqual([])
  expect([...seen.keys()].filter(status => ![200, 201, 404, 409].includes(status))).toEqual([])
  expect(seen.get(200)).toBeGreaterThan(100)
  const left = await readAll<Contact>(clients[0] as Client, '/v1/contacts')
  expect(new Set(left.map(({ email }) => email)).size, 'one contact for an address').toBe(left.length)
})

/** A conflict says with whom, even when that one is deleted at the same moment. */
function isNameless({ body }: Answer<unknown>): boolean {
  const { code, details } = Object(body)
  return code === 'contact_exists' && !/^[0-9a-f-]{36}$/.test(Object(details).id)
}

function remember<T extends { id: string }>(list: string[], answer: Answer<T>): Answer<T> {
  if (answer.status === 201) list.push(answer.body.id)
  if (list.length > 12) list.shift()
  return answer
}
