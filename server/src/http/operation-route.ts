/** The route of one operation: validation, call, answer. Independent of any resource. */
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { defaultBodyLimit, type Operation } from '@posthorn/contract/operation'
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { Replayed } from '#core/idempotency.ts'
import { forSerializer } from '#validation/schema-ids.ts'
import { type ClientOf, changeOf } from './change-of.ts'
import type { EventStream, EventStreams } from './event-stream.ts'
import type { Asker } from './handler.ts'
import { readIdempotency } from './input/idempotency-key.ts'
import { bodyReader, queryReader } from './input/read-input.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: Operation
  }
  interface FastifyRequest {
    bodyBytes: number
  }
}

/** For bodies that the operation does not read. */
const unreadBodyLimit = 64 * 1024

/** A handler without its types: its input has been authorized and checked by the operation that defines them. */
export type AnyHandler = (asker: Asker, input: object, context: object) => unknown

export type OperationParts = {
  client: ClientOf
  streams: EventStreams
  /** Stops counting a request whose answer is endless. */
  release(request: IncomingMessage): void
}

export function operationRoute(operation: Operation, handler: AnyHandler, parts: OperationParts): RouteOptions {
  const acceptQuery = operation.query && queryReader(operation.query)
  const acceptBody = operation.body && bodyReader(operation.body)
  const status = operation.status ?? 200

  return {
    method: operation.method,
    url: operation.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    bodyLimit: operation.body ? (operation.bodyLimit ?? defaultBodyLimit) : unreadBodyLimit,
    config: { operation },
    ...(!operation.media && { schema: { response: { [status]: forSerializer(operation.reply) } } }),
    async handler(request, reply) {
      const query = acceptQuery?.(request, reply)
      const body = acceptBody?.(request, reply)
      // The body as sent: another ignored field makes it another request.
      const asked = readIdempotency(operation, request, request.body)
      const idempotency = asked instanceof Promise ? await asked : asked
      const { id, asker, visitor, params, trace } = request
      const change = changeOf(operation, request, parts.client)
      const context = {
        id,
        ...(idempotency && { idempotency }),
        ...(visitor && { visitor }),
        ...(change && { change }),
        ...(trace && { trace }),
      }
      const input = { params, query, body }
      if (operation.isEndless) {
        parts.release(request.raw)
        endWithClient(request, reply)
        const lastEventId = request.headers['last-event-id']?.toString()
        // `as`: by the definition of Handlers
        const open = (signal: AbortSignal) =>
          handler(asker, input, { ...context, lastEventId, signal }) as Promise<EventStream>
        return parts.streams.send(request, reply, open)
      }
      const answer = await handler(asker, input, context)
      reply.code(status)
      if (operation.media) return sendFile(reply, operation, answer)
      if (!(answer instanceof Replayed)) return reply.send(answer)
      return reply.header('idempotent-replayed', 'true').send(answer.reply)
    },
  }
}

/** Sent as a download, never as a page: foreign content must not open under our origin. */
function sendFile(reply: FastifyReply, { id, media }: Operation, answer: unknown) {
  if (media !== 'text/csv' && media !== 'application/zip')
    return reply.type(String(media)).header('content-disposition', 'attachment').send(answer)
  const isText = media === 'text/csv'
  const name = `${id.replace(/^export/, '').toLowerCase()}.${isText ? 'csv' : 'zip'}`
  return reply
    .type(isText ? 'text/csv; charset=utf-8' : media)
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(Readable.from(answer as AsyncIterable<string | Uint8Array>)) // as: by the definition of Handlers
}

/** A client that half-closes the connection still gets its answers, except an endless one. */
function endWithClient({ raw: { socket } }: FastifyRequest, { raw }: FastifyReply): void {
  if (socket.readableEnded) raw.destroy()
  else socket.once('end', () => raw.destroy())
}
