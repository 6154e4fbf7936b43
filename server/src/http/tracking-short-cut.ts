/**
 * What nearly every reader comes for, a pixel or a link of ours, is answered before the router hears of it: hooks, a logger
 * and a reply of its own cost three times as much as the answer. It is the answer that the routes of tracking.ts give, and
 * whatever is unusual is left to them.
 */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { ClientAddressOf } from './client-address.ts'
import { securityHeaders } from './security-headers.ts'
import { imageHeaders, pixel, readerHeaders, type TrackingDoor, visitorOf } from './tracking.ts'

type Answered = { requestId: string; status: number; ms: number }

export type ShortCut = {
  tracking: TrackingDoor
  clientAddressOf: ClientAddressOf
  isOpen(): boolean
  onAnswered(answer: Answered): void
}

/** True when it has been answered. */
type Answer = (request: IncomingMessage, response: ServerResponse) => boolean

export function takeShortCut(server: Server, shortCut: ShortCut): void {
  const answer = trackingAnswer(shortCut)
  // `as`: that is what listens to requests.
  const others = server.listeners('request') as RequestListener[]
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    if (!answer(request, response)) for (const other of others) other.call(server, request, response)
  })
}

const usual = /^\/t\/([oc])\/([\w-]+)$/
const headersOf = {
  image: { ...securityHeaders, ...imageHeaders },
  link: { ...securityHeaders, ...readerHeaders, 'content-length': 0 },
  nowhere: { ...securityHeaders, ...readerHeaders },
}
/** As text it leaves together with the headers, in one piece. */
const pixelText = pixel.toString('latin1')

function trackingAnswer({ tracking: door, clientAddressOf, isOpen, onAnswered }: ShortCut): Answer {
  return (request, response) => {
    const [, kind, token] = (isUsual(request) && isOpen() && usual.exec(request.url ?? '')) || []
    if (token === undefined) return false
    const start = performance.now()
    const visitor = visitorOf(request, clientAddressOf)
    const target = kind === 'o' ? door.open(token, visitor) : door.click(token, visitor)
    if (target === undefined) return false

    const id = randomUUID()
    const own = { 'x-request-id': id }
    if (target === 'noted') response.writeHead(200, { ...headersOf.image, ...own }).end(pixelText, 'latin1')
    else if (target === null) response.writeHead(204, { ...headersOf.nowhere, ...own }).end()
    else response.writeHead(302, { ...headersOf.link, ...own, location: target }).end()
    onAnswered({ requestId: id, status: response.statusCode, ms: performance.now() - start })
    return true
  }
}

const isUsual = ({ method, headers }: IncomingMessage): boolean => method === 'GET' && headers.host !== undefined
