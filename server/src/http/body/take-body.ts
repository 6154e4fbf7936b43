import type { FastifyReply, FastifyRequest } from 'fastify'
import { BodyBudget, type BodyLease, freeBytes } from './body-budget.ts'
import { declaredLength } from './collect-body.ts'
import { drainAndClose } from './drain-and-close.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Null for a body that is too small to charge. */
    bodyLease: BodyLease | null
  }
}

export type TakeBody = (request: FastifyRequest, reply: FastifyReply) => void

/** Opens the lease of a body once the caller is known, before the body is read. */
export function bodyTaker(budget = new BodyBudget()): TakeBody {
  return (request, reply) => {
    const declared = declaredLength(request)
    const isChunked = request.headers['transfer-encoding'] !== undefined
    // A body over its limit is refused as too large later.
    if (!isChunked && ((declared ?? 0) <= freeBytes || (declared ?? 0) > request.routeOptions.bodyLimit)) return
    const lease = budget.open(ownerOf(request))
    request.bodyLease = lease
    reply.raw.once('close', lease.release)
    if (declared === undefined) return
    try {
      lease.expect(declared)
    } catch (error) {
      reply.header('connection', 'close')
      drainAndClose(request.raw)
      throw error
    }
  }
}

/** Askers without an organization share one budget per kind. */
function ownerOf({ asker }: FastifyRequest): string {
  if (!asker) return 'strangers'
  return 'organizationId' in asker ? asker.organizationId : 'people'
}
