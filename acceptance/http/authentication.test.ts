import { allOperations } from '@posthorn/contract/all-operations'
import { errors } from '@posthorn/contract/errors'
import type { KeyInUse } from '@posthorn/contract/keys'
import { expect, inject, test } from 'vitest'
import { ask, client } from '../http-client/client.ts'
import { exampleRequest } from '../http-client/example-request.ts'
import { exchange } from '../http-client/raw-socket.ts'
import { createKey, createOrganization, posthorn } from '../service/operator.ts'

const { url, testKey, liveKey, dataDir } = inject('service')
const unknown = 'tx_test_nobody_has_ever_been_given_this_key'

// A new wrong key for each row, the same for every operation: different ones would count as guessing.
const wrong: [name: string, headers: Record<string, string | string[]>, query?: string][] = [
  ['none', {}],
  ['empty', { authorization: '' }],
  ['only the word Bearer', { authorization: 'Bearer' }],
  ['Bearer and nothing', { authorization: 'Bearer ' }],
  ['a key without Bearer', { authorization: testKey }],
  ['Basic', { authorization: `Basic ${Buffer.from(`${testKey}:`).toString('base64')}` }],
  ['an unknown key', { authorization: `Bearer ${unknown}` }],
  ['one character more', { authorization: `Bearer ${testKey}x` }],
  ['one character less', { authorization: `Bearer ${testKey.slice(0, -1)}` }],
  ['another case', { authorization: `Bearer ${testKey.toUpperCase()}` }],
  ['without its prefix', { authorization: `Bearer ${testKey.replace('tx_test_', '')}` }],
  ['two keys in one header', { authorization: `Bearer ${testKey}, Bearer ${testKey}` }],
  ['words after the key', { authorization: `Bearer ${testKey} please` }],
  ['10 KB', { authorization: `Bearer tx_test_${'x'.repeat(10_000)}` }],
  ['the key in another header', { 'x-api-key': testKey }],
  ['the key in the query', {}, `api_key=${testKey}&authorization=Bearer%20${testKey}`],
]

test.each(wrong)('%s gets the same 401 from every operation', async (_name, headers, query) => {
  const asked = allOperations
    .map(operation => exampleRequest(operation))
    .map(({ path, ...request }) => ({
      ...request,
      path: query ? `${path}${path.includes('?') ? '&' : '?'}${query}` : path,
      headers,
    }))

  const answers = await Promise.all(asked.map(request => ask(url, request)))

  const { status, message } = errors.unauthorized
  const body = { code: 'unauthorized', message, statusCode: status, error: { code: 'unauthorized', message } }
  for (const [index, answer] of answers.entries()) {
    expect(answer.status, allOperations[index]?.id).toBe(401)
    expect(answer.headers['www-authenticate']).toBe('Bearer')
    expect(answer.body).toEqual(body)
  }
})

test.each([
  ['two Authorization headers', ['Authorization: Bearer KEY', 'Authorization: Bearer KEY']],
  ['a right one and a wrong one', ['Authorization: Bearer KEY', `authorization: Bearer ${unknown}`]],
  ['control characters', ['Authorization: Bearer KEY\x01']],
  ['other than ASCII', ['Authorization: Bearer KEYé']],
])('%s: no access', async (_name, lines) => {
  const head = lines.map(line => line.replaceAll('KEY', testKey)).join('\r\n')

  const answer = await exchange(url, `GET /v1/contacts HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${head}\r\n\r\n`)

  expect([400, 401]).toContain(answer.status)
  expect(answer.body.statusCode).toBe(answer.status)
})

test('a U+0000 in the key: no access', async () => {
  const head = `GET /v1/contacts HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${testKey}\0\r\n\r\n`

  const answer = await exchange(url, head)

  expect([400, 401]).toContain(answer.status)
})

test('the word Bearer may be written in any case', async () => {
  for (const word of ['bearer', 'BEARER']) {
    const answer = await ask(url, { path: '/v1/contacts', headers: { authorization: `${word} ${testKey}` } })
    expect(answer.status).toBe(200)
  }
})

test('the key is checked before the body is read', async () => {
  const bodies = ['{', '[]', 'x'.repeat(20_000), '{"__proto__":{}}']
  for (const raw of bodies) {
    const answer = await ask(url, { method: 'POST', path: '/v1/contacts', raw, headers: { 'content-type': 'text/x' } })
    expect(answer.status).toBe(401)
  }
})

test('an unknown path reveals nothing without a key', async () => {
  for (const path of ['/v1/nothing', '/v1', '/v2/contacts', '/contacts']) {
    const answer = await ask(url, { path })
    expect([401, 404]).toContain(answer.status)
  }
})

test('live and test keys open different environments', async () => {
  const email = `${crypto.randomUUID()}@example.com`

  const created = await client(url, liveKey).post<{ id: string }>('/v1/contacts', { email })

  expect(created.status).toBe(201)
  expect((await client(url, testKey).get(`/v1/contacts/${created.body.id}`)).status).toBe(404)
  expect((await client(url, testKey).post('/v1/contacts', { email })).status).toBe(201)
})

test('a revoked key stops working at once, and no other key does', async () => {
  const organization = await createOrganization(dataDir)
  const { id, key } = await createKey(dataDir, organization, 'test')
  expect((await client(url, key).get('/v1/contacts')).status).toBe(200)

  await posthorn(dataDir, 'key', 'revoke', id)

  expect((await client(url, key).get('/v1/contacts')).status).toBe(401)
  expect((await client(url, organization.test_key).get('/v1/contacts')).status).toBe(200)
})

test('any key may ask for its owner and its permissions', async () => {
  const organization = await createOrganization(dataDir)
  const { id, key } = await createKey(dataDir, organization, 'test', 'sms:read')

  const { status, body } = await ask<KeyInUse>(url, { path: '/v1/key', key })

  expect(status).toBe(200)
  expect(body).toEqual({
    organization: { id: organization.id, name: 'Acceptance' },
    mode: 'test',
    permissions: ['sms:read'],
    key: { id, name: 'Acceptance', hint: expect.stringMatching(/^tx_test_/) },
  })
  expect(body.key?.hint).not.toBe(key)
})
