/** The Fastify instance before it has hooks and routes. */
import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Logger } from 'pino'
import { Refusal } from '#core/refusal.ts'
import { answerBrokenRequest } from './answers/broken-request.ts'
import { serializerFor } from './answers/serializer.ts'
import { ofOperation, parseJson } from './body/body-parser.ts'
import type { Door } from './door/door.ts'
import { routedPaths } from './door/root-path.ts'
import { asRefusal, sendRefusal } from './error-reply.ts'
import { securityHeaders } from './security-headers.ts'

type Options = { log: Logger; doors: readonly Door[]; isPassing: (error: unknown) => boolean }

export function newServer({ log, doors, isPassing }: Options): FastifyInstance {
  const fastify: FastifyInstance = Fastify({
    loggerInstance: quietly(log),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 16_384 },
    ...(doors.length > 0 && { rewriteUrl: routedPaths(doors) }),
    return503OnClosing: false,
    requestTimeout: 30_000,
    keepAliveTimeout: 72_000,
    // Otherwise Node answers a request without a Host header itself, in its own format.
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 1_000, requireHostHeader: false },
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: (error, request, reply) => {
      reply.headers({ ...securityHeaders, 'x-request-id': request.id })
      sendRefusal(reply, asRefusal(error, isPassing) ?? new Refusal('invalid_request'))
    },
  })
  fastify.setSerializerCompiler(({ schema }) => serializerFor(schema))
  fastify.decorateRequest('asker', null)
  fastify.decorateRequest('visitor', null)
  fastify.decorateRequest('signedIn', null)
  fastify.decorateRequest('trace', null)
  fastify.decorateRequest('bodyBytes', 0)
  fastify.decorateRequest('bodyLease', null)
  fastify.decorateRequest('refused', null)
  fastify.removeAllContentTypeParsers()
  fastify.addContentTypeParser('*', ofOperation(parseJson))
  return fastify
}

/** Fastify's own info lines add nothing to the banner and our lines. */
const quietly = (log: Logger): FastifyBaseLogger => log.child({}, log.level === 'info' ? { level: 'warn' } : {})
