import { connect } from 'node:net'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildApp } from './app.ts'
import type { CallbackReader, CallbackRequest } from './callbacks.ts'
import type { Handlers } from './handler.ts'

const taken = { kind: 'taken', type: 'text/xml', body: '<Response/>' } as const
const heard: CallbackRequest[] = []
let reader: CallbackReader
let url: string
let close: () => Promise<void>

/** The server on a real socket, with one callback reader. */
beforeAll(async () => {
  const read: CallbackReader = request => {
    heard.push(request)
    return reader(request)
  }
  const { fastify } = buildApp({
    // `as`: no operation is called here.
    handlers: {} as Handlers,
    identify: async () => undefined,
    countRequest: () => {
      throw new Error('nobody has a key here')
    },
    isPassing: error => error instanceof Error && error.message === 'away',
    checkReady: async () => {},
    registry: new Registry(),
    log: pino({ level: 'silent' }),
    publicUrl: 'https://sms.acme.test',
    callbacks: new Map([['main', read]]),
  })
  close = () => fastify.close()
  url = await fastify.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => close())
beforeEach(() => {
  heard.length = 0
  reader = async () => taken
})

const post = (path: string, body: NonNullable<RequestInit['body']> = 'a=b', headers: Record<string, string> = {}) =>
  fetch(url + path, { method: 'POST', body, headers })

test('a report reaches its reader unchanged: path, query, headers and bytes', async () => {
  const octets = Buffer.from([0, 255, 0x7b, 13, 10])

  const response = await post('/callbacks/main?sms=a.b%20c', octets, { 'X-Signature': 'abc', 'content-type': 'x/y' })

  expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
    200,
    'text/xml',
    '<Response/>',
  ])
  expect(heard).toMatchObject([{ url: '/callbacks/main?sms=a.b%20c', headers: { 'x-signature': 'abc' } }])
  expect(heard[0]?.body).toEqual(octets)
})

test.each([
  ['invalid JSON', 'application/json', '{"a":'],
  ['JSON with a field twice', 'application/json; charset=utf-8', '{"a":1,"a":2}'],
  ['a form', 'application/x-www-form-urlencoded', 'a=b&a=c'],
  ['no body', undefined, undefined],
])('the body is not parsed, whatever its type: %s', async (_, type, body) => {
  const response = await fetch(`${url}/callbacks/main`, {
    method: 'POST',
    ...(body !== undefined && { body }),
    ...(type && { headers: { 'content-type': type } }),
  })

  expect(response.status).toBe(200)
  expect(heard[0]?.body.toString()).toBe(body ?? '')
})

test.each([
  ['a wrong signature', { kind: 'unauthorized' }, 401, 'unauthorized'],
  ['a signed body that is not a report', { kind: 'unreadable' }, 400, 'invalid_request'],
] as const)('%s is refused', async (_, answer, status, code) => {
  reader = async () => answer

  const response = await post('/callbacks/main')

  expect(response.status).toBe(status)
  expect(await response.json()).toMatchObject({ code, statusCode: status })
})

test.each(['/callbacks/other', '/callbacks/', '/callbacks/main/more', '/callbacks/toString', '/callbacks/MAIN'])(
  '%s is not a callback',
  async path => {
    expect((await post(path)).status).toBe(404)
    expect(heard).toEqual([])
  },
)

test('only POST is accepted', async () => {
  expect((await fetch(`${url}/callbacks/main`)).status).toBeGreaterThanOrEqual(404)
  expect((await fetch(`${url}/callbacks/main`, { method: 'PUT', body: 'a' })).status).toBeGreaterThanOrEqual(404)
  expect(heard).toEqual([])
})

test('a report may have at most 1 MiB', async () => {
  expect((await post('/callbacks/main', Buffer.alloc(1024 * 1024, 'a'))).status).toBe(200)
  const response = await post('/callbacks/main', Buffer.alloc(1024 * 1024 + 1, 'a'))

  expect(response.status).toBe(413)
  expect(await response.json()).toMatchObject({ code: 'payload_too_large' })
  expect(heard).toHaveLength(1)
})

test('while the database is unavailable the carrier is told to retry', async () => {
  reader = async () => {
    throw new Error('away')
  }

  const response = await post('/callbacks/main')

  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2'])
})

test('an unexpected error does not leak its message', async () => {
  reader = async () => {
    throw new Error('the token is hunter2')
  }

  const response = await post('/callbacks/main')

  expect(response.status).toBe(500)
  expect(await response.text()).not.toContain('hunter2')
})

test('a repeated header is dropped', async () => {
  const { port } = new URL(url)
  const socket = connect(Number(port), '127.0.0.1')
  socket.end(
    [
      'POST /callbacks/main HTTP/1.1',
      'Host: a',
      'Connection: close',
      'Set-Cookie: one',
      'Set-Cookie: two',
      'Content-Length: 0',
      '',
      '',
    ].join('\r\n'),
  )
  for await (const _ of socket);

  expect(heard[0]?.headers['set-cookie']).toBeUndefined()
})
