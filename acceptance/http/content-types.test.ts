import { gzipSync } from 'node:zlib'
import { expect, inject, test } from 'vitest'
import { client } from '../http-client/client.ts'
import { newEmail } from '../http-client/unique.ts'

const { url, testKey } = inject('service')
const api = client(url, testKey)

const post = (raw: string | Buffer, headers: Record<string, string>) =>
  api.ask({ method: 'POST', path: '/v1/contacts', raw, headers })
const good = () => JSON.stringify({ email: newEmail() })

test.each([
  ['none', {}],
  ['text/plain', { 'content-type': 'text/plain' }],
  ['a form', { 'content-type': 'application/x-www-form-urlencoded' }],
  ['multipart', { 'content-type': 'multipart/form-data; boundary=x' }],
  ['UTF-16', { 'content-type': 'application/json; charset=utf-16' }],
  ['Latin-1', { 'content-type': 'application/json; charset=iso-8859-1' }],
  ['XML', { 'content-type': 'application/xml' }],
  ['a type that only begins like JSON', { 'content-type': 'application/jsonp' }],
  ['JSON among others', { 'content-type': 'text/plain, application/json' }],
  ['an empty one', { 'content-type': '' }],
  ['no type at all', { 'content-type': 'json' }],
])('%s: 415, and nothing is stored', async (_name, headers) => {
  const email = newEmail()

  const { status, body } = await post(JSON.stringify({ email }), headers)

  expect([status, body.code]).toEqual([415, 'unsupported_media_type'])
  expect((await api.get(`/v1/contacts/lookup?email=${email}`)).status).toBe(404)
})

test.each([
  'application/json',
  'application/json; charset=utf-8',
  'application/json;charset=UTF-8',
  'Application/JSON',
])('%s is accepted', async type => {
  expect((await post(good(), { 'content-type': type })).status).toBe(201)
})

test.each([
  'application/json;',
  'application/json\t;',
  'application/json ;charset=utf-8',
  'application/json; x=y',
  'application/json; charset="utf-8"',
  'application/vnd.api+json',
])('%j is accepted and checked in full, or gets a 415: it is never accepted unchecked', async type => {
  const [right, wrong] = [
    await post(good(), { 'content-type': type }),
    await post('{"email":"x"}', { 'content-type': type }),
  ]

  expect([201, 415]).toContain(right.status)
  expect(wrong.status).toBe(right.status === 201 ? 400 : 415)
})

test.each(['gzip', 'deflate', 'br', 'x-gzip', 'GZIP', 'identity, gzip', 'zstd'])(
  'a body compressed with %s is a 415',
  async encoding => {
    const { status, body } = await post(gzipSync(good()), {
      'content-type': 'application/json',
      'content-encoding': encoding,
    })

    expect([status, body.code]).toEqual([415, 'unsupported_media_type'])
  },
)

test('identity is not a compression', async () => {
  expect((await post(good(), { 'content-type': 'application/json', 'content-encoding': 'identity' })).status).toBe(201)
})

test('an answer is JSON in UTF-8, whatever the caller prefers', async () => {
  for (const accept of ['text/html', 'application/xml', '*/*', 'nonsense']) {
    const { status, headers } = await api.ask({
      path: '/v1/contacts?limit=1',
      headers: { accept, 'accept-encoding': 'gzip' },
    })
    expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8'])
  }
})
