import { once } from 'node:events'
import { type AddressInfo, connect, type Server } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { openListeners } from './doors.ts'

const host = '127.0.0.1'

async function open(port = 0) {
  const fastify = Fastify()
  fastify.get('/', async () => 'hello')
  const others = await openListeners(fastify, { host, port })
  onTestFinished(async () => {
    fastify.server.closeAllConnections()
    await Promise.all([fastify.close(), ...others.map(closed)])
  })
  return { fastify, port: (fastify.server.address() as AddressInfo).port }
}

const closed = (listener: Server) => new Promise(resolve => listener.close(resolve))

// Other systems have one listener.
const onLinux = test.runIf(process.platform === 'linux')

onLinux('many simultaneous connections are accepted within a few turns of the event loop', async () => {
  const { fastify, port } = await open()
  let accepted = 0
  fastify.server.on('connection', () => accepted++)
  const clients = Array.from({ length: 200 }, () => connect(port, host))
  onTestFinished(() => {
    for (const client of clients) client.destroy()
  })

  let turns = 0
  for (; accepted < clients.length; turns++) await nextTurn()

  expect(turns).toBeLessThan(100)
})

test('a request is answered on every listener', async () => {
  const { port } = await open()

  const answers = await Promise.all(
    Array.from({ length: 40 }, async () => {
      const client = connect(port, host)
      client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
      const [first] = await once(client, 'data')
      client.destroy()
      return String(first).slice(0, 15)
    }),
  )

  expect(new Set(answers)).toEqual(new Set(['HTTP/1.1 200 OK']))
})

test('a port in use is refused although it could be shared', async () => {
  const { port } = await open()

  await expect(open(port)).rejects.toMatchObject({ code: 'EADDRINUSE' })
})
