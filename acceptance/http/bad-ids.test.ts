import { allOperations } from '@posthorn/contract/all-operations'
import { beforeAll, expect, inject, test } from 'vitest'
import type { Answer } from '../http-client/answer.ts'
import { client } from '../http-client/client.ts'
import { exampleRequest, pathParams, randomId } from '../http-client/example-request.ts'

const { url, testKey } = inject('service')
const api = client(url, testKey)

const ids = [
  ['one that nobody has', randomId()],
  ['a UUID of another kind', crypto.randomUUID()],
  ['zeros', '00000000-0000-0000-0000-000000000000'],
  ['upper case', randomId().toUpperCase()],
  ['10,000 characters', 'x'.repeat(10_000)],
  ['U+0000', '%00'],
  ['U+0000 in the middle', `${randomId()}%00`],
  ['a way up', '%2e%2e%2f'],
  ['a way up to a file', '..%2f..%2fetc%2fpasswd'],
  ['a query in it', 'X%3Finjected=1'],
  ['a slash', 'X%2FX'],
  ['braces', '%7B%7D'],
  ['an emoji', encodeURIComponent('🦊')],
  ['a quote', "'%20or%201=1--"],
  ['a space', '%20'],
  ['a number', '1'],
  ['null', 'null'],
] as const

const withId = allOperations.filter(operation => pathParams(operation).length > 0)

const seen = ({ status, body }: Answer) => ({ status, body })

/** The answer to an id that nobody has, by operation. */
const unknown = new Map<string, ReturnType<typeof seen>>()
beforeAll(async () => {
  for (const operation of withId) unknown.set(operation.id, seen(await api.ask(exampleRequest(operation))))
})

test.each(ids)('%s as an id is a 404 like any other, on every operation', async (_name, id) => {
  for (const operation of withId) {
    for (const param of pathParams(operation)) {
      const answer = await api.ask(exampleRequest(operation, { [param]: id }))

      expect(seen(answer), operation.id).toEqual(unknown.get(operation.id))
      expect(answer.status).toBe(404)
    }
  }
})

test('bytes in a path that are not UTF-8 are not HTTP, or an unknown id', async () => {
  for (const id of ['%ED%A0%80', '%FF', '%C0%AF']) {
    const { status } = await api.get(`/v1/contacts/${id}`)
    expect([400, 404]).toContain(status)
  }
})

test.each(['%zz', '%', '%2', 'a%'])('%s in a path is not HTTP: 400', async id => {
  for (const operation of withId) {
    for (const param of pathParams(operation)) {
      const { status } = await api.ask(exampleRequest(operation, { [param]: id }))
      expect(status, operation.id).toBe(400)
    }
  }
})

test.each([
  '/v1/contacts/',
  '/v1/contacts//',
  '/v1//contacts',
  '//v1/contacts',
  '/v1/contacts/x/',
  '/v1/contacts/x/y',
  '/v1/contacts/x/topics',
  '/v1/contacts/x/topics/',
  '/V1/contacts',
  '/v1/Contacts',
  '/v1/contacts.json',
  '/v1/contacts;x=1',
  '/v1/../healthz',
  '/v1/contacts/..',
  '/v1/contacts/%2e%2e',
  '/%76%31/nothing',
  '/v1/contacts/lookup/x',
])('%s is not a path of the API', async path => {
  for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
    const { status } = await api.ask({ method, path, ...(method !== 'GET' && { body: {} }) })
    expect([404, 405], `${method} ${status}`).toContain(status)
  }
})

test('a 404 names what was not found', async () => {
  expect((await api.get(`/v1/contacts/${randomId()}`)).body.details).toEqual({ resource: 'contact' })
  expect((await api.get(`/v1/topics/${randomId()}`)).body.details).toEqual({ resource: 'topic' })
})
