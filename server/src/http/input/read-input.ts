/** What is sent is checked against the published schema, and fields that nobody knows are named in the answer. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import { invalid } from '#core/refusal.ts'
import { compileCheck } from '#validation/check.ts'
import { withoutIds } from '#validation/schema-ids.ts'
import { findUnknownFields } from '#validation/unknown-fields.ts'
import { ignoredFieldsHeader } from './ignored-fields.ts'
import { knownOnly, readQuery } from './query.ts'

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
