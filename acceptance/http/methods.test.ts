import { allOperations } from '@posthorn/contract/all-operations'
import type { Contact } from '@posthorn/contract/audience/contacts'
import { expect, inject, test } from 'vitest'
import { ask, client } from '../http-client/client.ts'
import { fill } from '../http-client/example-request.ts'
import { exchange } from '../http-client/raw-socket.ts'
import { newEmail } from '../http-client/unique.ts'

const { url, testKey } = inject('service')
const api = client(url, testKey)

const paths = [...new Set(allOperations.map(({ path }) => path))]
const methodsOf = (path: string) => allOperations.filter(one => one.path === path).map(({ method }) => method as string)
const allowOf = (header: string | undefined) => (header ?? '').split(/, */).toSorted()
const expectedAllow = (path: string) => {
  const methods = methodsOf(path)
  return [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].toSorted()
}

test.each(paths)('%s: any other method is a 405 that lists the allowed ones', async path => {
  const taken = expectedAllow(path)
  for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'QUERY', 'TRACE'].filter(
    one => !taken.includes(one),
  )) {
    const { status, headers, body } = await api.ask({ method, path: fill(path, {}) })
    expect([status, body?.code], method).toEqual([405, method === 'HEAD' ? undefined : 'method_not_allowed'])
    expect(allowOf(headers.allow)).toEqual(expect.arrayContaining(expectedAllow(path)))
  }
})

test.each(paths)('%s: OPTIONS is a 204 that lists them, without a key', async path => {
  const { status, headers, text } = await ask(url, { method: 'OPTIONS', path: fill(path, {}) })

  expect([status, text]).toEqual([204, ''])
  expect(allowOf(headers.allow)).toEqual(expect.arrayContaining(expectedAllow(path)))
})

test('HEAD answers as GET does, without a body', async () => {
  const { body: contact } = await api.post<Contact>('/v1/contacts', { email: newEmail() })
  for (const path of [
    '/v1/contacts?limit=1',
    `/v1/contacts/${contact.id}`,
    `/v1/contacts/lookup?email=${contact.email}`,
    '/v1/contacts/nobody',
    '/v1/contacts?limit=0',
    '/v1/topics',
    '/v1/rate-limit',
    '/v1/emails',
    '/v1/events',
    '/v1/events/stream',
    '/v1/events/stream?cursor=x',
    '/healthz',
    '/openapi.json',
    '/docs',
    '/nothing',
  ]) {
    const [head, get] = [await api.ask({ method: 'HEAD', path }), await api.ask({ path })]
    expect([head.status, head.text], path).toEqual([get.status, ''])
    expect(head.headers['content-type'], path).toBe(get.headers['content-type'])
  }
  expect((await ask(url, { method: 'HEAD', path: '/v1/contacts' })).status).toBe(401)
})

test('a method in a header changes nothing', async () => {
  const { body: contact } = await api.post<Contact>('/v1/contacts', { email: newEmail() })
  const headers = { 'x-http-method-override': 'DELETE', 'x-method-override': 'DELETE', 'x-http-method': 'DELETE' }

  await api.ask({ path: `/v1/contacts/${contact.id}?_method=DELETE`, headers })

  expect((await api.get(`/v1/contacts/${contact.id}`)).status).toBe(200)
})

test.each(['/healthz', '/readyz', '/metrics', '/openapi.json', '/docs'])('%s allows only GET', async path => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    const { status, headers } = await ask(url, { method, path })
    expect(status, method).toBe(405)
    expect(headers.allow).toContain('GET')
  }
  expect((await ask(url, { method: 'OPTIONS', path })).status).toBe(204)
})

test.each(['FOO', 'get', 'CONNECT'])('%s is not a method', async method => {
  const answer = await exchange(url, `${method} /v1/contacts HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)

  expect([400, 404, 405]).toContain(answer.status)
  expect(answer.body.statusCode).toBe(answer.status)
})

test('a body on GET and DELETE is ignored, whatever it is', async () => {
  for (const raw of ['{', 'null', 'x', '{"__proto__":1}']) {
    const { body: contact } = await api.post<Contact>('/v1/contacts', { email: newEmail() })
    for (const type of ['application/json', 'text/plain']) {
      const read = await api.ask({ path: `/v1/contacts/${contact.id}`, raw, headers: { 'content-type': type } })
      expect(read.status).toBe(200)
    }
    const path = `/v1/contacts/${contact.id}`
    const gone = await api.ask({ method: 'DELETE', path, raw, headers: { 'content-type': 'application/json' } })
    expect(gone.status).toBe(200)
  }
})
