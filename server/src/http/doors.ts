/**
 * Opens several listeners on one port. Node accepts one connection per listener in each turn of the event loop, and a busy
 * process has some forty turns a second: with one listener, thousands of simultaneous connections would wait for minutes.
 */
import { once } from 'node:events'
import { connect, createServer, type ListenOptions, type Server } from 'node:net'
import type { FastifyInstance } from 'fastify'

type Address = { host: string; port: number }

/** Other systems cannot share a port in this way. */
const listenerCount = process.platform === 'linux' ? 32 : 1
/** Connections that wait to be accepted. The system has its own limit (net.core.somaxconn). */
const backlog = 4_096

/** Returns the listeners beside the server's own. */
export async function openListeners(fastify: FastifyInstance, { host, port }: Address): Promise<Server[]> {
  if (listenerCount === 1) {
    await fastify.listen({ host, port, backlog })
    return []
  }
  if (port !== 0) await refuseTaken({ host, port })
  const options = { host, backlog, reusePort: true } satisfies ListenOptions
  await fastify.listen({ ...options, port })
  const others = Array.from({ length: listenerCount - 1 }, () =>
    createServer({ allowHalfOpen: true, noDelay: true }, socket => fastify.server.emit('connection', socket)),
  )
  const chosen = fastify.server.address()
  const given = typeof chosen === 'object' ? chosen?.port : port
  for (const listener of others) listener.listen({ ...options, port: given })
  await Promise.all(others.map(listener => listener.listening || once(listener, 'listening')))
  return others
}

/** Sharing could include another Posthorn by mistake. A port that accepts a connection is taken. */
async function refuseTaken({ host, port }: Address): Promise<void> {
  const probe = connect(port, host)
  const isTaken = await once(probe, 'connect').then(
    () => true,
    () => false,
  )
  probe.destroy()
  if (isTaken) throw Object.assign(new Error(`port ${port} is taken`), { code: 'EADDRINUSE' })
}
