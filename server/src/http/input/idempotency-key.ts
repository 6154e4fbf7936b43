import { createHash, hash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Operation } from '@posthorn/contract/operation'
import type { FastifyRequest } from 'fastify'
import type { Idempotency } from '#core/idempotency.ts'
import { Refusal } from '#core/refusal.ts'
import { canonicalJson, canonicalPieces } from '../body/canonical-json.ts'
import { headerLines } from './header-lines.ts'

const printable = /^[\x20-\x7e]{1,256}$/

/** A larger body is hashed in pieces, so that other requests get their turn in between. */
const atOnce = 256 * 1024
/** The overhead of a piece, as a number of characters. */
const perPiece = 64

export function readIdempotency(
  operation: Operation,
  request: FastifyRequest,
  body: unknown,
): Promise<Idempotency> | Idempotency | undefined {
  const key = request.headers['idempotency-key']
  if (!operation.idempotent || key === undefined) return undefined
  if (headerLines(request.raw, 'idempotency-key') > 1)
    throw new Refusal('invalid_idempotency_key', {
      message: 'Send one Idempotency-Key header; this request has several.',
    })
  if (typeof key !== 'string' || !printable.test(key)) throw new Refusal('invalid_idempotency_key')
  const withHash = (requestHash: Buffer): Idempotency => ({ operation: operation.id, key, requestHash })
  const content = contentOf(request, body)
  if (request.bodyBytes > atOnce) return hashInTurns(content).then(withHash)
  return withHash(Buffer.from(hash('sha256', canonicalJson(content), 'hex'), 'hex'))
}

/** The same body sent to two contacts makes two requests. */
function contentOf({ params }: FastifyRequest, body: unknown): unknown {
  const hasParams = Object.keys(params ?? {}).length > 0
  return hasParams ? [params, body] : body
}

async function hashInTurns(content: unknown): Promise<Buffer> {
  const hasher = createHash('sha256')
  let sinceTurn = 0
  for (const piece of canonicalPieces(content)) {
    hasher.update(piece)
    sinceTurn += piece.length + perPiece
    if (sinceTurn < atOnce) continue
    sinceTurn = 0
    await nextTurn()
  }
  return hasher.digest()
}
