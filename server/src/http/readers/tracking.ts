/**
 * Where readers' mail programs come for pixels, and readers for what they clicked. They have no key of ours, get no
 * cookie, and wait for nothing but us: whatever is to be written down is written down later.
 */
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '#core/refusal.ts'
import { sendRefusal } from '../error-reply.ts'
import type { ClientAddressOf } from '../limits/client-address.ts'
import { refuseOthers } from '../other-methods.ts'

export type Visitor = { userAgent: string; ipAddress: string }

export type TrackingDoor = {
  /** Somebody has loaded a pixel. Undefined for a token that is not ours, which says nothing. */
  open(token: string, visitor: Visitor): 'noted' | undefined
  /** Where the link leads; null: nowhere; undefined: the token is not ours. Without a visitor nobody has clicked. */
  click(token: string, visitor: Visitor | null): string | null | undefined
}

type Tracked = FastifyRequest<{ Params: { token: string } }>

export const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
const longestUserAgent = 512

/** Nobody may keep an answer, or tell the site that a link leads to where its visitor comes from. */
export const readerHeaders = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
}
export const imageHeaders = { ...readerHeaders, 'content-type': 'image/gif', 'content-length': pixel.length }

export function trackingRoutes(app: FastifyInstance, door: TrackingDoor, clientAddressOf: ClientAddressOf): void {
  /** Null for one who only asks what there is. */
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
    // With 204 a browser stays where it is.
    return target === null ? reply.code(204).send() : reply.code(302).header('location', target).send()
  })
}

export const visitorOf = ({ socket, headers }: IncomingMessage, clientAddressOf: ClientAddressOf): Visitor => ({
  userAgent: (headers['user-agent'] ?? '').slice(0, longestUserAgent),
  ipAddress: clientAddressOf(socket.remoteAddress ?? '', asOne(headers['x-forwarded-for'])),
})

/** Node joins such a header itself; its types do not know. */
const asOne = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header.join() : header

/** GET and HEAD, and a plain no to the rest. */
function readOnly(app: FastifyInstance, url: string, handler: (request: Tracked, reply: FastifyReply) => FastifyReply) {
  app.route<{ Params: { token: string } }>({ method: ['GET', 'HEAD'], url, exposeHeadRoute: false, handler })
  refuseOthers(app, url, ['GET', 'HEAD'])
}
