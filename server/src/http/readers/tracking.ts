/**
 * Tracking pixels, loaded by mail programs, and tracked links, clicked by readers. They have no key, get no cookie, and get
 * their answer at once: hits are stored later.
 */
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '#core/refusal.ts'
import { sendRefusal } from '../error-reply.ts'
import type { ClientAddressOf } from '../limits/client-address.ts'
import { refuseOthers } from '../other-methods.ts'

export type Visitor = { userAgent: string; ipAddress: string }

export type TrackingDoor = {
  /** Records that a pixel was loaded. Undefined for an invalid token. */
  open(token: string, visitor: Visitor): 'noted' | undefined
  /** The target of the link, null for a honeypot, undefined for an invalid token. Without a visitor no click is recorded. */
  click(token: string, visitor: Visitor | null): string | null | undefined
}

type Tracked = FastifyRequest<{ Params: { token: string } }>

export const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
const maxUserAgentLength = 512

/** Answers must not be cached, and must not tell the target site where its visitor came from. */
export const readerHeaders = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
}
export const imageHeaders = { ...readerHeaders, 'content-type': 'image/gif', 'content-length': pixel.length }

export function trackingRoutes(app: FastifyInstance, door: TrackingDoor, clientAddressOf: ClientAddressOf): void {
  /** Null for HEAD. */
  const visitorAt = ({ method, raw }: FastifyRequest) => (method === 'HEAD' ? null : visitorOf(raw, clientAddressOf))

  readOnly(app, '/t/o/:token', (request, reply) => {
    const visitor = visitorAt(request)
    if (visitor) door.open(request.params.token, visitor)
    return reply.headers(imageHeaders).send(pixel)
  })

  readOnly(app, '/t/c/:token', (request, reply) => {
    const target = door.click(request.params.token, visitorAt(request))
    reply.headers(readerHeaders)
    if (target === undefined) return sendRefusal(reply, notFound('link'))
    // With 204 a browser stays on its page.
    return target === null ? reply.code(204).send() : reply.code(302).header('location', target).send()
  })
}

export const visitorOf = ({ socket, headers }: IncomingMessage, clientAddressOf: ClientAddressOf): Visitor => ({
  userAgent: (headers['user-agent'] ?? '').slice(0, maxUserAgentLength),
  ipAddress: clientAddressOf(socket.remoteAddress ?? '', asOne(headers['x-forwarded-for'])),
})

/** Node joins repeated headers of this name itself, but its types do not say so. */
const asOne = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header.join() : header

/** Allows GET and HEAD, and refuses other methods. */
function readOnly(app: FastifyInstance, url: string, handler: (request: Tracked, reply: FastifyReply) => FastifyReply) {
  app.route<{ Params: { token: string } }>({ method: ['GET', 'HEAD'], url, exposeHeadRoute: false, handler })
  refuseOthers(app, url, ['GET', 'HEAD'])
}
