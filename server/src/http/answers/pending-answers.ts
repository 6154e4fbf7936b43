/** Tracks the pending answers of a connection: a client may pipeline requests, or half-close the connection after the last one. */
import type { Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

type Owed = { response: ServerResponse; before: Owed | undefined }

const lastOf = new WeakMap<Duplex, Owed>()

export function trackPendingAnswers(server: Server): void {
  // A client that half-closes the connection after a request still waits for the answer. `as`: the types lack this option.
  Object.assign(server as { httpAllowHalfOpen?: boolean }, { httpAllowHalfOpen: true })
  server.prependListener('request', ({ socket }, response) => {
    const last = lastOf.get(socket)
    lastOf.set(socket, { response, before: last && isOpen(last) ? last : undefined })
  })
}

const isOpen = ({ response }: Owed): boolean => !response.writableFinished && !response.destroyed

/** Calls back when every complete request has its answer. `isAnswered`: the incomplete request has been answered as well. */
export function whenAnswered(socket: Duplex, then: (isAnswered: boolean) => void): void {
  const last = lastOf.get(socket)
  const isBroken = last !== undefined && !last.response.req.complete
  const isAnswered = isBroken && last.response.headersSent
  const awaited = isBroken && !isAnswered ? last.before : last
  if (awaited && isOpen(awaited)) awaited.response.once('close', () => then(isAnswered))
  else then(isAnswered)
}
