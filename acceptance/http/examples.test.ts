import { allOperations } from '@posthorn/contract/all-operations'
import type { Operation } from '@posthorn/contract/operation'
import { beforeAll, expect, inject, test } from 'vitest'
import { type Client, client } from '../http-client/client.ts'
import { exampleRequest, pathParams } from '../http-client/example-request.ts'
import { createOrganization } from '../service/operator.ts'

const { url, dataDir } = inject('service')
/** In its own environment: an example moves the clock. */
let api: Client
let live: Client

beforeAll(async () => {
  const { test_key, live_key } = await createOrganization(dataDir)
  api = client(url, test_key)
  live = client(url, live_key)
})

const named = allOperations.map(operation => [operation.id, operation] as const)

/** A request for an object in its path is told that the object does not exist; all others succeed. */
test.each(named)('%s accepts its own example', async (_id, operation) => {
  // Sender domains are for live email.
  const { status, body } = await (operation.id === 'addDomain' ? live : api).ask(exampleRequest(operation))

  const isAboutAnObject = pathParams(operation).length > 0
  expect(status, JSON.stringify(body)).toBe(isAboutAnObject ? 404 : (operation.status ?? 200))
})

const withBody = named.filter(([, operation]) => operation.body)

test.each(withBody)('%s refuses an invalid request', async (_id, operation: Operation) => {
  const request = exampleRequest(operation)
  const wrongs = [null, 1, 'x', operation.body && 'items' in operation.body ? {} : []]

  for (const body of wrongs) expect((await api.ask({ ...request, body })).status, JSON.stringify(body)).toBe(400)
  const broken = await api.ask({
    ...request,
    body: undefined,
    raw: '{',
    headers: { 'content-type': 'application/json' },
  })
  expect([broken.status, broken.body.code]).toEqual([400, 'invalid_json'])
})

test.each([
  ['/v1/emails', { to: 'ada@example.com', subject: 'x', text: 'x' }, 'from'],
  [
    '/v1/emails',
    { from: 'a@b.co', to: 'ada@example.com', subject: 'x', text: 'x', track_opens: 'true' },
    'track_opens',
  ],
  ['/v1/emails', { from: 'a@b.co', to: 'ada@example.com', subject: 'x', text: 'x', schedule_for: 'x' }, 'schedule_for'],
  ['/v1/emails', { from: 'a@b.co', to: Array(51).fill('ada@example.com'), subject: 'x', text: 'x' }, 'to'],
  ['/v1/emails/batch', [{ to: 'ada@example.com', subject: 'x', text: 'x' }], '0.from'],
  ['/v1/sms', { from: '+14155552671', to: '5552671', body: 'x' }, 'to'],
  ['/v1/workflows', { name: '' }, 'name'],
  ['/v1/webhooks', { url: 'nonsense', subscribed_events: ['*'] }, 'url'],
])('%s says what is wrong with %j', async (path, body, where) => {
  const answer = await api.post(path, body)

  expect(answer.status).toBe(400)
  expect(answer.body.code).toBe('validation_error')
  expect((answer.body.details as { path: string }[]).map(fault => fault.path)).toContain(where)
})
