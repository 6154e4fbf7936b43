import { describe, expect, test } from 'vitest'
import { faults } from '../testing/faults.ts'
import { allOperations, operations } from './all-operations.ts'
import { ErrorBody, errors } from './errors.ts'
import { errorExample } from './openapi/error-example.ts'
import { everyRefusal, type Operation, refusalsOf } from './operation.ts'
import { permissions } from './permissions.ts'

const codes = Object.keys(errors) as (keyof typeof errors)[] // as: keys of a constant
const byName = allOperations.map(operation => [operation.id, operation] as const)

test.each([
  'POST /v1/emails',
  'POST /v1/emails/batch',
  'GET /v1/emails',
  'GET /v1/emails/{id}',
  'GET /v1/emails/{id}/workflow',
  'POST /v1/emails/{id}/cancel',
  'POST /v1/sms',
  'GET /v1/sms',
  'GET /v1/sms/{id}',
  'POST /v1/contacts',
  'GET /v1/contacts',
  'GET /v1/contacts/lookup',
  'GET /v1/contacts/{id}',
  'PUT /v1/contacts/{id}',
  'DELETE /v1/contacts/{id}',
  'POST /v1/contacts/{contactId}/topics/{topicId}',
  'DELETE /v1/contacts/{contactId}/topics/{topicId}',
  'POST /v1/topics',
  'PUT /v1/topics/{id}',
  'POST /v1/workflows',
  'PUT /v1/workflows/{id}',
  'DELETE /v1/workflows/{id}',
  'GET /v1/webhooks/{id}',
  'POST /v1/webhooks/{id}/test',
  'DELETE /v1/webhooks/{id}',
  'GET /v1/rate-limit',
  'GET /v1/credits',
  'GET /v1/analytics',
])('%s from the specification exists', line => {
  expect(allOperations.filter(({ method, path }) => `${method} ${path}` === line)).toHaveLength(1)
})

test('an operation is found under its own id', () => {
  expect(Object.entries(operations).filter(([key, { id }]) => key !== id)).toEqual([])
})

test('no two operations answer the same request', () => {
  const requests = allOperations.map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`)

  expect(new Set(requests).size).toBe(requests.length)
})

test('exactly the POSTs that create or send take an Idempotency-Key', () => {
  const idempotent = allOperations
    .filter(operation => operation.idempotent)
    .map(({ method, path }) => `${method} ${path}`)

  expect(idempotent).toEqual([
    'POST /v1/emails',
    'POST /v1/emails/batch',
    'POST /v1/sms',
    'POST /v1/templates',
    'POST /v1/contacts',
    'POST /v1/contacts/batch',
    'POST /v1/contacts/imports',
    'POST /v1/contacts/{id}/events',
    'POST /v1/contacts/events',
    'POST /v1/contacts/events/batch',
    'POST /v1/contact-fields',
    'POST /v1/segments',
    'POST /v1/signup-forms',
    'POST /v1/suppressions',
    'POST /v1/topics',
    'POST /v1/broadcasts',
    'POST /v1/broadcasts/{id}/test',
    'POST /v1/workflows',
    'POST /v1/webhooks',
  ])
})

test('every other POST says whether it can be repeated, and these cannot', () => {
  const once = allOperations
    .filter(({ method, idempotent, repeatable }) => method === 'POST' && !idempotent && !repeatable)
    .map(({ path }) => path)

  expect(once).toEqual([
    '/v1/test/clock/advance',
    '/v1/webhooks/{id}/test',
    '/v1/webhooks/{id}/rotate-secret',
    '/v1/webhooks/{id}/replay',
    '/v1/webhooks/{id}/deliveries/{event_id}/replay',
    '/v1/api-keys',
  ])
  expect(
    allOperations.filter(({ method, idempotent, repeatable }) => repeatable && (idempotent || method !== 'POST')),
  ).toEqual([])
})

test('exactly the POSTs that create a record answer 201', () => {
  const created = allOperations.filter(({ status }) => status === 201).map(({ method, path }) => `${method} ${path}`)

  expect(created).toEqual([
    'POST /v1/domains',
    'POST /v1/templates',
    'POST /v1/contacts',
    'POST /v1/contact-fields',
    'POST /v1/segments',
    'POST /v1/signup-forms',
    'POST /v1/topics',
    'POST /v1/broadcasts',
    'POST /v1/workflows',
    'POST /v1/webhooks',
    'POST /v1/api-keys',
  ])
})

describe.each(byName)('%s', (_, operation) => {
  test('has a schema for each parameter of its path', () => {
    const inPath = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)

    expect(Object.keys(propertiesOf(operation.params))).toEqual(inPath)
  })

  test('has an example that its own schemas accept', () => {
    for (const part of ['params', 'query', 'body', 'reply'] as const) {
      const schema = operation[part]
      const example = operation.example?.[part]
      if (schema && (example !== undefined || part !== 'query')) expect(faults(schema, example)).toEqual([])
      else expect(example).toBeUndefined()
    }
  })

  test('shows in its example only fields it documents', () => {
    for (const part of ['body', 'reply'] as const) {
      const strict = Object(operation[part]).type === 'object'
      const shown = strict ? Object.keys(Object(operation.example?.[part])) : []

      expect(shown.filter(name => !(name in propertiesOf(operation[part])))).toEqual([])
    }
  })

  test('refuses an empty filter', () => {
    const filters = Object.keys(propertiesOf(operation.query)).filter(name => name !== 'cursor')

    for (const name of filters) expect(faults(Object(operation.query), { [name]: '' }), name).not.toEqual([])
  })

  test('needs an existing permission and refuses with existing codes', () => {
    expect([...permissions, null]).toContain(operation.permission)
    expect(codes).toEqual(expect.arrayContaining([...operation.refusals]))
  })
})

function propertiesOf(schema: Operation['body']): object {
  return Object(Object(schema).properties)
}

describe('refusalsOf', () => {
  const bare: Operation = { ...operations.getCredits, refusals: [] }
  const own = (operation: Operation) =>
    refusalsOf(operation).filter(code => !everyRefusal.some(every => every === code))

  test('gives a bare operation only the refusals that every operation has', () => {
    expect(new Set(refusalsOf(bare))).toEqual(new Set(everyRefusal))
  })

  test.each([
    [
      'a body',
      { body: ErrorBody },
      ['validation_error', 'invalid_json', 'payload_too_large', 'unsupported_media_type'],
    ],
    ['a query', { query: ErrorBody }, ['validation_error']],
    ['pages', { query: operations.listEmails.query }, ['validation_error', 'invalid_cursor']],
    ['an id', { params: operations.getEmail.params }, ['not_found']],
    [
      'an Idempotency-Key',
      { idempotent: true as const },
      ['invalid_idempotency_key', 'invalid_idempotent_request', 'concurrent_idempotent_requests'],
    ],
    ['a rule of its own', { refusals: ['contact_exists' as const] }, ['contact_exists']],
  ])('adds what %s implies', (_, shape, expected) => {
    expect(own({ ...bare, ...shape })).toEqual(expected)
  })

  test.each(byName)('lists each code once, ordered by status: %s', (_, operation) => {
    const refusals = refusalsOf(operation)
    const statuses = refusals.map(code => errors[code].status)

    expect(new Set(refusals).size).toBe(refusals.length)
    expect(statuses).toEqual(statuses.toSorted((a, b) => a - b))
  })
})

test.each(codes)('the example of the error %s has the shape of every error', code => {
  const example = errorExample(code)

  expect(faults(ErrorBody, example)).toEqual([])
  expect(example).toMatchObject({ code, statusCode: errors[code].status })
  expect('error' in example).toBe([401, 403, 429].includes(example.statusCode))
})
