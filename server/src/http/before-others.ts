import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'

/** True when it has been answered. */
export type Answer = (request: IncomingMessage, response: ServerResponse) => boolean

/** Asked before all that listen to requests now: they hear only of those that it has not answered. */
export function answerBeforeOthers(server: Server, answer: Answer): void {
  // `as`: that is what listens to requests.
  const others = server.listeners('request') as RequestListener[]
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    if (!answer(request, response)) for (const other of others) other.call(server, request, response)
  })
}
