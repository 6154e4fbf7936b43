/**
 * Several listeners on one port. Node accepts one connection per listener in each turn of the event loop: a busy process has
 * some forty turns a second, so that thousands who come at once would wait for minutes.
 */
import { once } from 'node:events'
import { connect, createServer, type ListenOptions, type Server } from 'node:net'
import type { FastifyInstance } from 'fastify'

type Address = { host: string; port: number }

/** Elsewhere a port cannot be shared in this way. */
const doors = process.platform === 'linux' ? 32 : 1
/** Who waits to be accepted; the system has a limit of its own (net.core.somaxconn). */
const backlog = 4_096

/** The doors beside that of the server itself. */
export async function openDoors(fastify: FastifyInstance, { host, port }: Address): Promise<Server[]> {
  if (doors === 1) {
    await fastify.listen({ host, port, backlog })
    return []
  }
  if (port !== 0) await refuseTaken({ host, port })
  const options = { host, backlog, reusePort: true } satisfies ListenOptions
  await fastify.listen({ ...options, port })
  const others = Array.from({ length: doors - 1 }, () =>
    createServer({ allowHalfOpen: true, noDelay: true }, socket => fastify.server.emit('connection', socket)),
  )
  const chosen = fastify.server.address()
  const given = typeof chosen === 'object' ? chosen?.port : port
  for (const door of others) door.listen({ ...options, port: given })
  await Promise.all(others.map(door => door.listening || once(door, 'listening')))
  return others
}

/** A port that can be shared could be shared with another Posthorn by mistake: whoever answers there has it. */
async function refuseTaken({ host, port }: Address): Promise<void> {
  const probe = connect(port, host)
  const isTaken = await once(probe, 'connect').then(
    () => true,
    () => false,
  )
  probe.destroy()
  if (isTaken) throw Object.assign(new Error(`port ${port} is taken`), { code: 'EADDRINUSE' })
}
