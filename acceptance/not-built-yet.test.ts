import type { Operation } from '@posthorn/contract/operation'
import { allOperations } from '@posthorn/contract/operations'
import { beforeAll, expect, inject, test } from 'vitest'
import { client } from './client.ts'
import { exampleRequest } from './example-request.ts'

const { url, testKey } = inject('service')
const api = client(url, testKey)

/** By operation id: whether the published document says that it answers 501. */
const admitted = new Map<string, boolean>()

beforeAll(async () => {
  type Document = { paths: Record<string, Record<string, { operationId: string; responses: object }>> }
  const { body } = await api.get<Document>('/openapi.json')
  for (const methods of Object.values(body.paths)) {
    for (const { operationId, responses } of Object.values(methods)) admitted.set(operationId, '501' in responses)
  }
})

const named = allOperations.map(operation => [operation.id, operation] as const)

test.each(named)('%s answers its own example with 501 exactly when the document says so', async (id, operation) => {
  const { status, body } = await api.ask(exampleRequest(operation))
  // One that takes some fields and not yet others does not answer its example with it.
  const forSomeFields = operation.refusals.includes('not_implemented')

  expect(status === 501, `${status} ${JSON.stringify(body)}`).toBe(admitted.get(id) && !forSomeFields)
  if (status === 501) expect(body.code).toBe('not_implemented')
  else expect([200, 201, 404, 409]).toContain(status)
})

const withBody = named.filter(([, operation]) => operation.body)

test.each(withBody)('%s refuses what is not valid, built or not', async (_id, operation: Operation) => {
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
