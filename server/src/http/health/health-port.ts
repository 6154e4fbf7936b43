/**
 * Health and metrics of a process without an API. Only monitoring calls it, every few seconds, so a few connections and short timeouts are
 * enough.
 */
import { randomUUID } from 'node:crypto'
import Fastify from 'fastify'
import { notFound, Refusal } from '#core/refusal.ts'
import { sendRefusal } from '../error-reply.ts'
import { securityHeaders } from '../security-headers.ts'
import { unusable } from '../serve.ts'
import { type Health, healthRoutes } from './health.ts'

/** `setting`: the name of the port's setting, for the error when the port is in use. */
type Place = { host: string; port: number; setting: string }

export type HealthPort = AsyncDisposable & { readonly port: number }

const maxConnections = 20
const timeoutMs = 5_000

export async function openHealthPort(health: Health, place: Place): Promise<HealthPort> {
  const fastify = Fastify({
    logger: false,
    genReqId: () => randomUUID(),
    bodyLimit: 1,
    requestTimeout: timeoutMs,
    keepAliveTimeout: timeoutMs,
    http: { headersTimeout: timeoutMs, connectionsCheckingInterval: 1_000, maxHeaderSize: 8_192 },
    forceCloseConnections: true,
  })
  fastify.server.maxConnections = maxConnections
  fastify.addHook('onRequest', (request, reply, done) => {
    reply.headers(securityHeaders).header('x-request-id', request.id)
    done()
  })
  fastify.setNotFoundHandler((_request, reply) => sendRefusal(reply, notFound('route')))
  fastify.setErrorHandler((error, _request, reply) =>
    sendRefusal(reply, error instanceof Refusal ? error : new Refusal('internal_error', { cause: error })),
  )
  healthRoutes(fastify, health)
  await fastify.listen(place).catch(cause => {
    throw unusable(place, cause)
  })
  const address = fastify.server.address()
  return {
    port: address && typeof address === 'object' ? address.port : place.port,
    [Symbol.asyncDispose]: () => fastify.close(),
  }
}
