import { errors } from '@posthorn/contract/errors'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { buildApp } from './app.ts'
import { doorOperation } from './door/door.ts'
import type { Handlers } from './handler.ts'

const { fastify } = buildApp({
  // `as`: no request here reaches an operation.
  handlers: {} as Handlers,
  identify: async () => undefined,
  countRequest: () => {
    throw new Error('nobody has a key here')
  },
  isPassing: () => false,
  checkReady: async () => {},
  registry: new Registry(),
  log: pino({ level: 'silent' }),
  publicUrl: 'https://acme.test',
  doors: [
    {
      name: 'other',
      bodies: 'form',
      operations: [doorOperation({ method: 'GET', path: '/mails', standsFor: 'listEmails', answer: async () => ({}) })],
      unsupported: [],
      describe: ({ code }) => ({ status: errors[code].status, body: { code } }),
    },
  ],
})

const asks = [
  {},
  { payload: 'x' },
  { payload: '{', headers: { 'content-type': 'application/json' } },
  { payload: '{}', headers: { 'content-type': 'application/json' } },
]

test('HEAD is refused where there is no GET, also if the path looks like one with an id', async () => {
  for (const url of ['/v1/emails/batch', '/v1/contacts/import', '/v1/emails/x/cancel']) {
    const { statusCode, headers } = await fastify.inject({ method: 'HEAD', url })
    expect([statusCode, headers.allow], url).toEqual([405, 'POST, OPTIONS'])
  }
})

test.each(['PROPFIND', 'QUERY'])('%s is refused on every path, with any body', async method => {
  for (const ask of asks) {
    // `as`: the test client's types have fewer methods than Node.
    const answerTo = (url: string) => fastify.inject({ ...ask, method: method as 'GET', url })
    const known = await answerTo('/v1/emails')
    expect([known.statusCode, known.json().code]).toEqual([405, 'method_not_allowed'])
    expect(known.headers.allow).toBe('POST, GET, HEAD, OPTIONS')
    const unknown = await answerTo('/v1/nothing')
    expect([unknown.statusCode, unknown.json().code]).toEqual([404, 'not_found'])
  }
})

test.each([
  ['POST', '/v1/email', 404],
  ['PUT', '/v1/emails', 405],
  ['GET', '/v1/emails/batch', 405],
  ['POST', '/other/mail', 404],
  ['POST', '/other/mails', 405],
] as const)(
  '%s %s is not told that its body is too large or of another type: no body would be right',
  async (method, url, status) => {
    for (const type of ['application/json', 'multipart/form-data; boundary=x', 'application/x-www-form-urlencoded']) {
      const ask = { method, url, payload: 'x'.repeat(2_000_000), headers: { 'content-type': type } }
      expect((await fastify.inject(ask)).statusCode, type).toBe(status)
    }
  },
)
