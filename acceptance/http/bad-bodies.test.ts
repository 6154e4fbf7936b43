import type { Contact } from '@posthorn/contract/audience/contacts'
import { describe, expect, inject, test } from 'vitest'
import { client } from '../http-client/client.ts'
import { newEmail } from '../http-client/unique.ts'

const { url, testKey } = inject('service')
const api = client(url, testKey)
const json = { 'content-type': 'application/json' }

const post = (raw: string | Buffer, path = '/v1/contacts') =>
  api.ask<{ code: string; message: string; details?: unknown }>({ method: 'POST', path, raw, headers: json })

const accepted = [200, 201]

test.each([
  ['an empty one', ''],
  ['half an object', '{'],
  ['a trailing comma', '{"email":"a@b.co",}'],
  ['NaN', '{"email":NaN}'],
  ['Infinity', '{"email":-Infinity}'],
  ['a comment', '{"email":"a@b.co"/* it */}'],
  ['single quotes', "{'email':'a@b.co'}"],
  ['something after it', '{"email":"a@b.co"}x'],
  ['two of them', '{"email":"a@b.co"}{}'],
  ['white space alone', ' \n '],
  ['a raw control character', '{"email":"a\u0001@b.co"}'],
  ['an unfinished escape', '{"email":"\\u00"}'],
  ['a leading zero', '{"email":01}'],
  ['UTF-16', Buffer.from('\ufeff{"email":"a@b.co"}', 'utf16le')],
  ['bytes that are not UTF-8', Buffer.from([0x7b, 0x22, 0x61, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
  ['an overlong U+002F', Buffer.from('{"first_name":"\xc0\xaf","email":"a@b.co"}', 'latin1')],
  ['a surrogate in UTF-8', Buffer.from('{"first_name":"\xed\xa0\x80","email":"a@b.co"}', 'latin1')],
])('%s is not JSON: 400 invalid_json', async (_name, raw) => {
  const { status, body } = await post(raw)

  expect(status).toBe(400)
  expect(body.code).toBe('invalid_json')
  expect(body.message, 'says nothing that was in it').not.toContain('a@b.co')
})

test('a byte order mark before it is accepted', async () => {
  const { status } = await post(`\ufeff${JSON.stringify({ email: newEmail() })}`)

  expect(status).toBe(201)
})

test.each(['null', '"x"', '1', '[]', 'true', '[{"email":"a@b.co"}]'])('%s is JSON but not an object', async raw => {
  for (const path of ['/v1/contacts', '/v1/topics', '/v1/emails', '/v1/sms', '/v1/workflows', '/v1/webhooks']) {
    const { status, body } = await post(raw, path)
    expect([status, body.code], path).toEqual([400, 'validation_error'])
  }
})

test.each(['[]', '{}', '{"emails":[]}', '[null]', '[[]]', 'null'])('%s is not a batch', async raw => {
  expect((await post(raw, '/v1/emails/batch')).status).toBe(400)
})

describe('what the database cannot store is refused wherever it is', () => {
  const email = { from: 'a@b.co', to: 'ada@example.com', subject: 'Hello', text: 'Hello' }
  test.each([
    ['U+0000', '\\u0000'],
    ['half of a surrogate pair', '\\ud800'],
    ['the other half', '\\udc00'],
    ['a pair the wrong way round', '\\udc00\\ud800'],
  ])('%s', async (_name, escaped) => {
    const places = [
      ['/v1/contacts', { email: 'ok@example.com', first_name: 'a@b' }],
      ['/v1/contacts', { email: 'ok@example.com', 'a@b': 1 }],
      ['/v1/contacts', { email: 'ok@example.com', unknown: { deep: ['a@b'] } }],
      ['/v1/topics', { name: 'a@b' }],
      ['/v1/emails', { ...email, subject: 'a@b' }],
      ['/v1/emails', { ...email, variables: { deep: [{ 'a@b': 'x' }] } }],
      ['/v1/emails', { ...email, variables: { deep: [{ x: 'a@b' }] } }],
      ['/v1/workflows', { name: 'x', trigger_config: { x: 'a@b' } }],
      ['/v1/workflows', { name: 'x', workflow_definition: ['a@b'] }],
    ] as const
    for (const [path, body] of places) {
      const raw = JSON.stringify(body).replace('a@b"', `a${escaped}b"`)
      expect(raw).toContain(escaped)
      const answer = await post(raw, path)
      expect(answer.status, raw).toBe(400)
    }
  })

  test('a real pair is fine', async () => {
    const { status, body } = await api.post<Contact>('/v1/contacts', { email: newEmail(), first_name: '\ud83e\udd8a' })

    expect([status, body.first_name]).toEqual([201, '🦊'])
  })
})

describe('__proto__ is refused as a key anywhere', () => {
  test.each([
    ['/v1/contacts', '{"email":"p@example.com","__proto__":{"x":1}}'],
    ['/v1/contacts', '{"email":"p@example.com","unknown":[{"__proto__":1}]}'],
    ['/v1/contacts', '{"email":"p@example.com","\\u005f_proto__":null}'],
    ['/v1/topics', '{"name":"x","__proto__":{"is_default_topic":true}}'],
    ['/v1/emails', '{"from":"a@b.co","to":"a@b.co","subject":"x","text":"x","variables":{"__proto__":{"x":1}}}'],
    ['/v1/workflows', '{"name":"x","workflow_definition":{"a":{"__proto__":{}}}}'],
  ])('%s %s', async (path, raw) => {
    expect((await post(raw, path)).status).toBe(400)
    const { body } = await api.post<Contact>('/v1/contacts', { email: newEmail() })
    expect(Object.keys(body).toSorted()).toEqual(
      ['created_at', 'email', 'email_subscribed', 'id', 'sms_subscribed', 'updated_at'].toSorted(),
    )
  })

  test('constructor and prototype are plain unknown fields', async () => {
    const fields = { email: newEmail(), constructor: { prototype: { x: 1 } }, toString: 'x', hasOwnProperty: 1 }

    const { status, headers } = await api.post('/v1/contacts', fields)

    expect(status).toBe(201)
    expect(String(headers['x-ignored-fields']).split(', ').sort()).toEqual([
      'constructor',
      'hasOwnProperty',
      'toString',
    ])
  })
})

test('a repeated key is refused, also deep inside and when it is spelled with an escape', async () => {
  for (const raw of [
    '{"email":"x@example.com","email":"y@example.com"}',
    '{"email":"x@example.com","em\\u0061il":"y@example.com"}',
    '{"email":"x@example.com","unknown":{"a":1,"a":2}}',
    '{"email":"x@example.com","unknown":[{"a":[{"b":1,"b":1}]}]}',
  ]) {
    expect((await post(raw)).status, raw).toBe(400)
  }
  const twins = { email: newEmail(), unknown: [{ a: 1, b: '":{' }, { a: 1 }], other: { a: ':' } }
  expect((await api.post('/v1/contacts', twins)).status, 'in different objects they are fine').toBe(201)
})

describe('depth', () => {
  const nested = (depth: number, open = '[', close = ']') => open.repeat(depth) + close.repeat(depth)
  const email = (field: string, value: string) =>
    `{"from":"a@b.co","to":"ada@example.com","subject":"x","text":"x","${field}":${value}}`
  const workflow = (field: string, value: string) => `{"name":"x","${field}":${value}}`
  const inObject = (depth: number) => `${'{"a":'.repeat(depth - 1)}{}${'}'.repeat(depth - 1)}`
  const places: [path: string, raw: (depth: number) => string][] = [
    ['/v1/emails', depth => email('variables', inObject(depth))],
    ['/v1/workflows', depth => workflow('workflow_definition', inObject(depth))],
    ['/v1/workflows', depth => workflow('trigger_config', `{"a":${nested(depth - 1)}}`)],
  ]

  test.each(places)('%s takes 32 and refuses 33', async (path, raw) => {
    const [fits, tooDeep] = [await post(raw(32), path), await post(raw(33), path)]

    expect(accepted, JSON.stringify(fits.body)).toContain(fits.status)
    expect([tooDeep.status, tooDeep.body.code]).toEqual([400, 'validation_error'])
  })

  test.each([33, 5_000, 1_000_000])('%i is refused at once, wherever it is', async depth => {
    const bodies: [string, string][] = [
      ['/v1/contacts', nested(depth)],
      ['/v1/contacts', `{"email":"x@example.com","unknown":${nested(depth)}}`],
      ['/v1/contacts', '['.repeat(depth)],
      ['/v1/emails', email('headers', `{"a":${nested(depth)}}`)],
      ...places.map(([path, raw]): [string, string] => [path, raw(Math.min(depth, 150_000))]),
    ]
    for (const [path, raw] of bodies) {
      const began = performance.now()
      const { status } = await post(raw, path)
      // A workflow may have at most 256 KiB.
      expect([400, ...(raw.length > 256 * 1024 ? [413] : [])], `${path} ${raw.length}`).toContain(status)
      expect(performance.now() - began).toBeLessThan(2_000)
    }
  })

  test('brackets in text do not count', async () => {
    const { status } = await api.post('/v1/contacts', { email: newEmail(), first_name: '[{"\\'.repeat(60) })

    expect(status).toBe(201)
  })
})
