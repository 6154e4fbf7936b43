/**
 * A request is held several times over while it is read: as bytes, as text, as objects. Large ones are therefore taken
 * only as long as there is room for them; the others hear 503 before their body is read.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#refusal.ts'

/** Smaller ones are not worth counting. */
const large = 256 * 1024
/** A body that does not say how large it is. */
const unknownSize = 1024 * 1024
const most = 64 * 1024 * 1024

export function bodyBudget(): (request: FastifyRequest, reply: FastifyReply) => void {
  let held = 0
  return (request, reply) => {
    const size = sizeOf(request)
    // One that is too large anyway is told so.
    if (size < large || size > request.routeOptions.bodyLimit) return
    // One is always taken, however large it may be.
    if (held > 0 && held + size > most) {
      reply.header('connection', 'close')
      throw new Refusal('service_unavailable', { message: 'Too many large requests at once. Try again shortly.' })
    }
    held += size
    reply.raw.once('close', () => {
      held -= size
    })
  }
}

function sizeOf({ headers }: FastifyRequest): number {
  const length = headers['content-length']
  if (length !== undefined) return Number(length)
  return headers['transfer-encoding'] === undefined ? 0 : unknownSize
}
