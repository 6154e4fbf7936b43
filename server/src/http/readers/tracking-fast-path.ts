/**
 * Answers valid pixels and links, nearly all requests of readers, before the router runs: its hooks, logger and reply cost
 * three times as much as the answer. The answers are those of the routes in tracking.ts, and unusual requests are left to
 * these routes.
 */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { type Answer, answerBeforeOthers } from '../before-others.ts'
import { isAmbiguous } from '../input/framing.ts'
import type { ClientAddressOf } from '../limits/client-address.ts'
import { securityHeaders } from '../security-headers.ts'
import { imageHeaders, pixel, readerHeaders, type TrackingDoor, visitorOf } from './tracking.ts'

type Answered = { requestId: string; status: number; ms: number }

export type TrackingFastPath = {
  tracking: TrackingDoor
  clientAddressOf: ClientAddressOf
  isOpen(): boolean
  onAnswered(answer: Answered): void
}

export const answerTrackingFirst = (server: Server, fastPath: TrackingFastPath): void =>
  answerBeforeOthers(server, trackingAnswer(fastPath))

const usual = /^\/t\/([oc])\/([\w-]+)$/

/** Alternating names and values, which Node processes faster than an object. */
const flat = (headers: Record<string, string | number>): readonly string[] => Object.entries(headers).flat().map(String)
const headersOf = {
  image: flat({ ...securityHeaders, ...imageHeaders }),
  link: flat({ ...securityHeaders, ...readerHeaders, 'content-length': 0 }),
  nowhere: flat({ ...securityHeaders, ...readerHeaders }),
}
/** As text, so that it is written together with the headers. */
const pixelText = pixel.toString('latin1')

/** An answer to be written at the end of this turn of the event loop. */
type Owed = { response: ServerResponse; target: string | null; start: number }

function trackingAnswer({ tracking: door, clientAddressOf, isOpen, onAnswered }: TrackingFastPath): Answer {
  let owed: Owed[] = []

  /**
   * Writes all answers of a turn together: written between the requests, each would wake the local client, such as a proxy,
   * for one answer.
   */
  function answerAll(): void {
    const due = owed
    owed = []
    for (const { response, target, start } of due) {
      const requestId = randomUUID()
      // Requests in flight when draining began are answered, and their connections closed.
      const own = isOpen() ? ['x-request-id', requestId] : ['x-request-id', requestId, 'connection', 'close']
      if (target === 'noted') response.writeHead(200, [...headersOf.image, ...own]).end(pixelText, 'latin1')
      else if (target === null) response.writeHead(204, [...headersOf.nowhere, ...own]).end()
      else response.writeHead(302, [...headersOf.link, ...own, 'location', target]).end()
      onAnswered({ requestId, status: response.statusCode, ms: performance.now() - start })
    }
  }

  return (request, response) => {
    if (!isUsual(request) || !isOpen()) return false
    const asked = usual.exec(request.url ?? '')
    if (asked === null) return false
    const start = performance.now()
    const token = asked[2] ?? ''
    const visitor = visitorOf(request, clientAddressOf)
    const target = asked[1] === 'o' ? door.open(token, visitor) : door.click(token, visitor)
    if (target === undefined) return false

    if (owed.push({ response, target, start }) === 1) setImmediate(answerAll)
    return true
  }
}

const isUsual = (request: IncomingMessage): boolean => request.method === 'GET' && !isAmbiguous(request)
