/** Adds each answered request with an API key to the request log. */
import type { Operation } from '@posthorn/contract/operation'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { systemClock } from '#core/clock.ts'
import type { NoteRequest, RequestNote } from '#core/request-note.ts'
import type { ClientOf } from '../change-of.ts'
import { shownMessage, shownPath, shownQuery } from './redact.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Why the request was refused. */
    refused: { code: string; message: string; details: unknown } | null
  }
}

/** Only requests with a key: those of the dashboard would be most of the log. */
export function requestNoter(note: NoteRequest | undefined, client: ClientOf) {
  return (request: FastifyRequest, reply: FastifyReply): void => {
    const { asker, routeOptions } = request
    const { operation } = routeOptions.config
    if (!note || !operation || asker === null || !('keyId' in asker) || 'person' in asker) return
    note(asker.environmentId, reply.statusCode, () => noteOf(operation, asker.keyId, request, reply, client))
  }
}

function noteOf(
  operation: Operation,
  keyId: string,
  request: FastifyRequest,
  reply: FastifyReply,
  client: ClientOf,
): RequestNote {
  const { address, userAgent } = client(request)
  const { refused } = request
  return {
    at: systemClock(),
    requestId: request.id,
    keyId,
    operation: operation.id,
    method: request.method,
    path: shownPath(operation, request.params),
    query: shownQuery(operation, request.url),
    status: reply.statusCode,
    code: refused?.code ?? null,
    message: refused && shownMessage(refused),
    durationMs: reply.elapsedTime,
    address,
    userAgent: userAgent ?? null,
    hasIdempotencyKey: request.headers['idempotency-key'] !== undefined,
    requestBytes: request.bodyBytes,
    responseBytes: sizeOf(reply.getHeader('content-length')),
  }
}

function sizeOf(header: unknown): number | null {
  const size = Number(header)
  return header !== undefined && Number.isSafeInteger(size) ? size : null
}
