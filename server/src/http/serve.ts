import { once } from 'node:events'
import { createServer, Server } from 'node:net'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { fatal } from '#core/fatal.ts'
import type { App } from './app.ts'
import { openListeners } from './doors.ts'

/** How long shutdown waits for an idle turn to stop listening in. Connections not accepted by then are cut off. */
const maxIdleWaitMs = 1_000

/** How long the last accepted connections have to send a request. */
const firstRequestMs = 200

/** `noticeMs`: how long answers carry "Connection: close" before the listeners close. `answersMs`: how long requests then have to finish. */
type Stopping = { noticeMs: number; answersMs: number }

type Address = { host: string; port: number }

export async function serve(app: App, place: Address, { noticeMs, answersMs }: Stopping): Promise<AsyncDisposable> {
  const others = await openListeners(app.fastify, place).catch(cause => {
    throw unusable(place, cause)
  })
  return {
    /** No request that has reached us fails: requests in flight finish, then the connections are closed. */
    async [Symbol.asyncDispose]() {
      app.startDraining()
      await pause(noticeMs)
      const { server } = app.fastify
      const listeners = [server, ...others]
      await idleTurn(listeners)
      const shut = listeners.map(stopListening)
      await pause(firstRequestMs)
      const timeout = setTimeout(() => server.closeAllConnections(), answersMs)
      // Connections become idle one by one, as their last requests are answered.
      const idle = setInterval(() => server.closeIdleConnections(), 50)
      await Promise.all([app.fastify.close(), ...shut])
      clearTimeout(timeout)
      clearInterval(idle)
    },
  }
}

/**
 * When a listener closes, the system cuts off connections that wait to be accepted. So listening must stop right after a turn of the event
 * loop in which none was waiting: each listener accepts one connection per turn, and during a long turn more arrive.
 */
async function idleTurn(listeners: readonly Server[]): Promise<void> {
  let accepted = 0
  const count = () => void accepted++
  for (const listener of listeners) listener.on('connection', count)
  const until = performance.now() + maxIdleWaitMs
  for (let isQuiet = false; !isQuiet; ) {
    const [before, begunAt] = [accepted, performance.now()]
    await nextTurn()
    const now = performance.now()
    isQuiet = (accepted === before && now - begunAt < 0.2) || now > until
  }
  for (const listener of listeners) listener.off('connection', count)
}

/** Closes only the listener: closing the HTTP server would end every connection that has not sent a request yet. */
const stopListening = (listener: Server): Promise<void> =>
  new Promise(resolve => Server.prototype.close.call(listener, () => resolve()))

/** `setting`: the name of the port's setting. */
export function unusable({ host, port, setting = 'PORT' }: Address & { setting?: string }, cause: unknown) {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  if (code === 'EADDRINUSE')
    return fatal(`${setting} ${port} is in use on ${host}. Stop what uses it, or set ${setting} to another one.`, cause)
  if (code === 'EACCES')
    return fatal(`${setting} ${port} may not be used by this account. Set ${setting} to one above 1023.`, cause)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return fatal(`HOST ${host} is not an address of this machine.`, cause)
  return cause
}

/** Runs before anything else starts, so that a port in use is reported at once. Port 0 becomes a free port. */
export async function choosePort({ host, port }: Address): Promise<number> {
  const probe = createServer()
  probe.listen(port, host)
  await once(probe, 'listening').catch(cause => {
    throw unusable({ host, port }, cause)
  })
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  return address && typeof address === 'object' ? address.port : port
}
