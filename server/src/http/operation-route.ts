/** One route for one operation: validation, the call, the answer. Knows no resource. */
import type { IncomingMessage } from 'node:http'
import { type Operation, usualBodyLimit } from '@posthorn/contract/operation'
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { TSchema } from 'typebox'
import type { Caller } from '#core/caller.ts'
import { Replayed } from '#core/idempotency.ts'
import { invalid } from '#core/refusal.ts'
import type { EventStreams } from './event-stream.ts'
import type { Handler, StreamingHandler } from './handler.ts'
import { readIdempotency } from './validation/idempotency-key.ts'
import { knownOnly, readQuery } from './validation/query.ts'
import { withoutIds } from './validation/schema-ids.ts'
import { findUnknownFields, ignoredFieldsHeader } from './validation/unknown-fields.ts'
import { compileCheck } from './validation/validation.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: Operation
  }
  interface FastifyRequest {
    caller: Caller | null
    bodyBytes: number
  }
}

/** Of a body that the operation does not read. */
const unreadBodyLimit = 64 * 1024

export type AnyHandler = Handler<Operation> | StreamingHandler<Operation>

type Endless = {
  streams: EventStreams
  /** What has no end is not counted as work. */
  letGo(request: IncomingMessage): void
}

export function operationRoute(operation: Operation, handler: AnyHandler, endless: Endless): RouteOptions {
  const acceptQuery = operation.query && queryReader(operation.query)
  const acceptBody = operation.body && bodyReader(operation.body)
  const status = operation.status ?? 200

  return {
    method: operation.method,
    url: operation.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    bodyLimit: operation.body ? (operation.bodyLimit ?? usualBodyLimit) : unreadBodyLimit,
    config: { operation },
    ...(!operation.media && { schema: { response: { [status]: withoutIds(operation.reply) } } }),
    async handler(request, reply) {
      const query = acceptQuery?.(request, reply)
      const body = acceptBody?.(request, reply)
      const asked = readIdempotency(operation, request, body)
      const idempotency = asked instanceof Promise ? await asked : asked
      const context = { id: request.id, ...(idempotency && { idempotency }) }
      // `as`: a route without a caller does not reach its handler, and the checks above have proved the input.
      const input = { params: request.params, query, body } as Parameters<typeof handler>[1]
      const caller = request.caller as Caller
      if (isStreaming(operation, handler)) {
        endless.letGo(request.raw)
        endWithClient(request, reply)
        const lastEventId = request.headers['last-event-id']?.toString()
        return endless.streams.send(request, reply, signal =>
          handler(caller, input, { ...context, lastEventId, signal }),
        )
      }
      const answer = await handler(caller, input, context)
      // A file, never a page: what strangers wrote must not open under our own address.
      if (operation.media) reply.type(operation.media).header('content-disposition', 'attachment')
      if (!(answer instanceof Replayed)) return reply.code(status).send(answer)
      return reply.code(status).header('idempotent-replayed', 'true').send(answer.reply)
    },
  }
}

/** Whoever sends no more on a connection still gets answers, but for one that would go on for ever. */
function endWithClient({ raw: { socket } }: FastifyRequest, { raw }: FastifyReply): void {
  if (socket.readableEnded) raw.destroy()
  else socket.once('end', () => raw.destroy())
}

/** By the definition of Handlers. */
function isStreaming(operation: Operation, _handler: AnyHandler): _handler is StreamingHandler<Operation> {
  return operation.isEndless === true
}

export function bodyReader(schema: TSchema) {
  const accept = acceptor(withoutIds(schema), 'body')
  return (request: FastifyRequest, reply: FastifyReply) => accept(request.body, request.bodyBytes, reply)
}

export function queryReader(schema: TSchema) {
  const accept = acceptor(withoutIds(schema), 'query')
  return (request: FastifyRequest, reply: FastifyReply) => {
    const raw = request.url.slice(request.url.indexOf('?') + 1)
    const query = readQuery(schema, request.query as Record<string, unknown>, raw)
    accept(query, 0, reply)
    return knownOnly(schema, query)
  }
}

/** A slip in a name is told together with what it left missing. */
function acceptor(schema: TSchema, where: 'body' | 'query') {
  const check = compileCheck(schema, where)
  return (value: unknown, bytes: number, reply: FastifyReply): unknown => {
    const { ignored, faults: slips } = findUnknownFields(schema, value)
    const faults = [...slips, ...check(value, bytes)]
    if (faults.length > 0) throw invalid(...faults)
    if (ignored.length > 0) reply.header('x-ignored-fields', ignoredFieldsHeader(ignored))
    return value
  }
}
