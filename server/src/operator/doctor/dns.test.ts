import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { checkDns } from './dns.ts'

/** A resolver that answers every query with this code (RFC 1035, 4.1.1), or never. */
async function resolver(code: number | 'silent'): Promise<{ socket: Socket; address: string }> {
  const socket = createSocket('udp4')
  socket.on('message', (question, from) => {
    if (code === 'silent') return
    const answer = Buffer.from(question)
    answer.writeUInt16BE(0x8180 | code, 2)
    socket.send(answer, from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return { socket, address: `127.0.0.1:${socket.address().port}` }
}

test.each([
  ['says that there is no such name', 3, 'ok'],
  ['says that there is no such record', 0, 'ok'],
  ['fails', 2, 'warning'],
  ['refuses to answer', 5, 'warning'],
  ['is silent', 'silent', 'warning'],
] as const)('a resolver that %s (%s) is %s', async (_what, code, status) => {
  const { socket, address } = await resolver(code)

  const [check] = await checkDns([address])

  socket.close()
  expect(check).toMatchObject({ name: 'dns', status, message: expect.stringContaining(address) })
  expect(check?.advice?.includes('Email needs DNS')).toBe(status === 'warning' ? true : undefined)
})
