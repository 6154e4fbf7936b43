/** The answers that a connection still owes: a client may send several requests before it reads, or say that no more will come. */
import type { Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

type Owed = { response: ServerResponse; before: Owed | undefined }

const lastOf = new WeakMap<Duplex, Owed>()

export function keepOpenAnswers(server: Server): void {
  // Whoever closes its half of the connection after a request still waits for the answer. `as`: the types do not know it.
  Object.assign(server as { httpAllowHalfOpen?: boolean }, { httpAllowHalfOpen: true })
  server.prependListener('request', ({ socket }, response) => {
    const last = lastOf.get(socket)
    lastOf.set(socket, { response, before: last && isOpen(last) ? last : undefined })
  })
}

const isOpen = ({ response }: Owed): boolean => !response.writableFinished && !response.destroyed

/** Calls back when every request that came whole has its answer; `isAnswered` when the one that did not has one as well. */
export function whenAnswered(socket: Duplex, then: (isAnswered: boolean) => void): void {
  const last = lastOf.get(socket)
  const isBroken = last !== undefined && !last.response.req.complete
  const isAnswered = isBroken && last.response.headersSent
  const awaited = isBroken && !isAnswered ? last.before : last
  if (awaited && isOpen(awaited)) awaited.response.once('close', () => then(isAnswered))
  else then(isAnswered)
}
