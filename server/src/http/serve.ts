import { once } from 'node:events'
import { createServer, Server } from 'node:net'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { fatal } from '#core/fatal.ts'
import type { App } from './app.ts'
import { openDoors } from './doors.ts'

/** For so long a quiet moment is looked for to shut the door in: whoever has not been accepted by then is cut off. */
const maxKnockingMs = 1_000

/** For so long those who were accepted last may take to begin. */
const firstWordsMs = 200

/** `noticeMs`: for so long clients hear "Connection: close" before the door is shut. `answersMs`: for so long they have to finish. */
type Stopping = { noticeMs: number; answersMs: number }

type Address = { host: string; port: number }

export async function serve(app: App, place: Address, { noticeMs, answersMs }: Stopping): Promise<AsyncDisposable> {
  const doors = await openDoors(app.fastify, place).catch(cause => {
    throw unusable(place, cause)
  })
  return {
    /** No request that has reached us fails: those under way finish, then the connections are closed. */
    async [Symbol.asyncDispose]() {
      app.startDraining()
      await pause(noticeMs)
      const { server } = app.fastify
      const listeners = [server, ...doors]
      await quietMoment(listeners)
      const shut = listeners.map(shutDoor)
      await pause(firstWordsMs)
      const patience = setTimeout(() => server.closeAllConnections(), answersMs)
      // Connections become idle one by one as their last requests are answered.
      const idle = setInterval(() => server.closeIdleConnections(), 50)
      await Promise.all([app.fastify.close(), ...shut])
      clearTimeout(patience)
      clearInterval(idle)
    },
  }
}

/**
 * The system cuts off whoever it has let in and we have not accepted. So it must be shut in a turn of the event loop that has found nobody,
 * and straight after it: each listener accepts one connection in a turn, and in a long turn others have come.
 */
async function quietMoment(listeners: readonly Server[]): Promise<void> {
  let accepted = 0
  const count = () => void accepted++
  for (const listener of listeners) listener.on('connection', count)
  const until = performance.now() + maxKnockingMs
  for (let isQuiet = false; !isQuiet; ) {
    const [before, begunAt] = [accepted, performance.now()]
    await nextTurn()
    const now = performance.now()
    isQuiet = (accepted === before && now - begunAt < 0.2) || now > until
  }
  for (const listener of listeners) listener.off('connection', count)
}

/** As a listener alone: the server of HTTP would end each connection on which nobody has asked for anything yet. */
const shutDoor = (listener: Server): Promise<void> =>
  new Promise(resolve => Server.prototype.close.call(listener, () => resolve()))

/** `setting`: the one that names the port. */
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

/** Before anything else is started: a port in use is better known at once. 0 becomes the number of a free one. */
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
