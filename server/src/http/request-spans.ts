/** A span for each request of an operation, with the operation, the environment and the status, but no input. */
import type { FastifyInstance } from 'fastify'
import type { Span, TracePlace, Tracer } from '#core/tracing.ts'
import type { Asker } from './handler.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Null when the request is not traced. */
    trace: TracePlace | null
  }
}

/** Adds hooks only when there is a tracer, so tracing costs nothing when it is off. */
export function traceRequests(fastify: FastifyInstance, tracer: Tracer): void {
  const spans = new WeakMap<object, Span>()

  fastify.addHook('onRequest', (request, _reply, done) => {
    const { operation } = request.routeOptions.config
    const span =
      operation &&
      tracer.start(
        'serve',
        `${operation.method} ${operation.path}`,
        {
          'http.request.method': operation.method,
          'http.route': operation.path,
          'posthorn.request_id': request.id,
        },
        request.headers.traceparent?.toString(),
      )
    if (span) {
      request.trace = span.place
      spans.set(request, span)
    }
    done()
  })

  fastify.addHook('onResponse', (request, { statusCode }, done) => {
    const environment = environmentOf(request.asker)
    spans.get(request)?.end(
      {
        'http.response.status_code': statusCode,
        ...(environment !== undefined && { 'posthorn.environment_id': environment }),
      },
      statusCode >= 500 ? 'failed' : undefined,
    )
    done()
  })
}

const environmentOf = (asker: Asker): string | undefined =>
  asker !== null && 'environmentId' in asker ? asker.environmentId : undefined
