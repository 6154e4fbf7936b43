import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test, vi } from 'vitest'
import { listen } from './listen.ts'

/** A message of the server: its type, its length, its content. */
const message = (type: string, content: Buffer): Buffer => {
  const length = Buffer.alloc(4)
  length.writeInt32BE(content.length + 4)
  return Buffer.concat([Buffer.from(type), length, content])
}
const loggedIn = message('R', Buffer.alloc(4))
const ready = message('Z', Buffer.from('I'))
const terminated = message('E', Buffer.from('SFATAL\0C57P01\0Mterminating connection due to administrator command\0\0'))

test('a session that is terminated in the moment it begins is reopened, and does not end the process', async () => {
  let sessions = 0
  const server = createServer(socket => {
    sessions++
    // In one packet, so that the error follows before anybody has got the connection.
    socket.on('error', () => {}).once('data', () => socket.end(Buffer.concat([loggedIn, ready, terminated])))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const uncaught = vi.fn()
  const others = process.listeners('uncaughtException')
  process.removeAllListeners('uncaughtException').on('uncaughtException', uncaught)
  try {
    await using _listener = listen(`postgres://somebody@127.0.0.1:${port}/somewhere`, 'wake', () => {})

    await vi.waitFor(() => expect(sessions).toBeGreaterThan(1), { timeout: 10_000 })

    expect(uncaught).not.toHaveBeenCalled()
  } finally {
    process.removeAllListeners('uncaughtException')
    for (const other of others) process.on('uncaughtException', other)
    server.close()
  }
})
