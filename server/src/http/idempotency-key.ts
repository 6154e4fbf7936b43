import { hash } from 'node:crypto'
import type { Operation } from '@posthorn/contract/operation'
import type { FastifyRequest } from 'fastify'
import type { Idempotency } from '#idempotency.ts'
import { Refusal } from '#refusal.ts'

const printable = /^[\x20-\x7e]{1,256}$/

export function readIdempotency(operation: Operation, request: FastifyRequest, body: unknown): Idempotency | undefined {
  const key = request.headers['idempotency-key']
  if (!operation.idempotent || key === undefined) return undefined
  if (typeof key !== 'string' || !printable.test(key)) throw new Refusal('invalid_idempotency_key')
  const requestHash = Buffer.from(hash('sha256', canonical(body), 'hex'), 'hex')
  return { operation: operation.id, key, requestHash }
}

/** The same request in another order of keys is the same request. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (value && typeof value === 'object') {
    const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
    return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`).join()}}`
  }
  return JSON.stringify(value) ?? 'null'
}
