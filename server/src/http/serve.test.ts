import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { serve } from './serve.ts'

const host = '127.0.0.1'
const isRefused = (port: number) =>
  once(connect(port, host), 'connect').then(
    ([socket]) => void socket?.destroy(),
    (error: NodeJS.ErrnoException) => error.code === 'ECONNREFUSED',
  )

test('a connection accepted before shutdown is answered even if its request comes later', async () => {
  const fastify = Fastify()
  fastify.get('/', async () => 'hello')
  const serving = await serve({ fastify, startDraining() {} }, { host, port: 0 }, { noticeMs: 10, answersMs: 5_000 })
  const { port } = fastify.server.address() as AddressInfo
  const client = connect(port, host)
  await once(client, 'connect')

  const stopped = serving[Symbol.asyncDispose]()
  await expect.poll(() => isRefused(port), { interval: 5 }).toBe(true)
  client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')

  expect(String(await once(client, 'data'))).toMatch(/^HTTP\/1\.1 200 OK/)
  await stopped
})
