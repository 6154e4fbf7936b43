import { getEventListeners, once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { checkedConnect } from './checked-connect.ts'

const answers: Record<string, Promise<string[]>> = {
  'here.test': Promise.resolve(['127.0.0.1']),
  'silent.test': new Promise(() => {}),
}

async function open() {
  const server = createServer(socket => socket.on('error', () => {})).listen(0, '127.0.0.1')
  await once(server, 'listening')
  // `as`: it listens on a port.
  const { port } = server.address() as AddressInfo
  const ending = new AbortController()
  const lookup = (hostname: string): Promise<readonly string[]> => answers[hostname] ?? Promise.resolve([])
  const connect = checkedConnect({ allow: () => true, timeoutMs: 5_000, signal: ending.signal, lookup })
  const connectTo = (hostname: string) =>
    new Promise<Socket>((resolve, reject) => {
      const target = { hostname, protocol: 'http:', port: String(port) }
      connect(target, (error, socket) => (error ? reject(error) : resolve(socket)))
    })
  return { ending, connectTo, [Symbol.asyncDispose]: async () => void server.close() }
}

test('closed connections leave no listeners behind', async () => {
  await using bench = await open()
  for (let nth = 0; nth < 20; nth++) {
    const socket = await bench.connectTo('here.test')
    socket.destroy()
    await once(socket, 'close')
  }
  await expect(bench.connectTo('nowhere.test')).rejects.toThrow('the host name has no address')

  expect(getEventListeners(bench.ending.signal, 'abort')).toHaveLength(1)
})

test('a pending connection is aborted too', async () => {
  await using bench = await open()
  const connecting = bench.connectTo('silent.test')

  bench.ending.abort(new Error('broken off'))

  await expect(connecting).rejects.toThrow('broken off')
  await expect(bench.connectTo('here.test')).rejects.toThrow('broken off')
})
