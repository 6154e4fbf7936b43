import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { permissions } from '@posthorn/contract/permissions'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { expect, onTestFinished, test } from 'vitest'
import { buildApp } from '../app.ts'
import type { Handlers } from '../handler.ts'

const caller = {
  organizationId: 'o',
  environmentId: 'e',
  mode: 'test' as const,
  keyId: 'k',
  permissions: new Set(permissions),
  requestsPerHour: 1_000,
}

/** `as`: no request here reaches a handler. */
const { fastify } = buildApp({
  handlers: {} as Handlers,
  identify: () => caller,
  countRequest: () => ({ passed: true, limit: 1, remaining: 1, resetSeconds: 1 }),
  isPassing: () => false,
  checkReady: async () => {},
  registry: new Registry(),
  log: pino({ level: 'silent' }),
  publicUrl: 'https://acme.test',
})

test('headers may take 10 s and a whole request 30 s', () => {
  expect(fastify.server).toMatchObject({ headersTimeout: 10_000, requestTimeout: 30_000 })
})

test('a body that does not end is cut off with a 408', async () => {
  // Shorter than in production. Node applies the longer of the two.
  fastify.server.headersTimeout = 300
  fastify.server.requestTimeout = 300
  await fastify.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => fastify.close())
  const socket = connect((fastify.server.address() as AddressInfo).port, '127.0.0.1')
  socket.write('POST /v1/contacts HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer x\r\nContent-Type: application/json\r\n')
  socket.write('Content-Length: 100\r\n\r\n{"email":')

  const [answer] = await once(socket, 'data')
  await once(socket, 'close')

  expect(String(answer)).toMatch(/^HTTP\/1\.1 408 /)
  expect(String(answer)).toContain('"code":"request_timeout"')
})
