import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'

/** Returns true when it has answered the request. */
export type Answer = (request: IncomingMessage, response: ServerResponse) => boolean

/** Runs before the current request listeners, which receive only the requests that it did not answer. */
export function answerBeforeOthers(server: Server, answer: Answer): void {
  // `as`: listeners of this event are request listeners.
  const others = server.listeners('request') as RequestListener[]
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    if (!answer(request, response)) for (const other of others) other.call(server, request, response)
  })
}
