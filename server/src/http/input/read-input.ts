/** Checks input against the published schema and names unknown fields in the answer. */
import type { Fault } from '@posthorn/contract/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import { invalid } from '#core/refusal.ts'
import { type Check, compileCheck } from '#validation/check.ts'
import { withoutIds } from '#validation/schema-ids.ts'
import { findUnknownFields, withoutUnknownFields } from '#validation/unknown-fields.ts'
import { ignoredFieldsHeader } from './ignored-fields.ts'
import { knownOnly, readQuery } from './query.ts'

type Where = 'body' | 'query'
type AskedQuery = Pick<FastifyRequest, 'url' | 'query'>

export function bodyReader(schema: TSchema) {
  const accept = acceptor(schema, 'body')
  return (request: FastifyRequest, reply: FastifyReply) => accept(request.body, request.bodyBytes, reply)
}

export function queryReader(schema: TSchema) {
  const accept = acceptor(schema, 'query')
  return (request: FastifyRequest, reply: FastifyReply) => {
    const query = givenQuery(schema, request)
    accept(query, 0, reply)
    return knownOnly(schema, query)
  }
}

/** Converted to the types of the schema, but not checked yet. */
function givenQuery(schema: TSchema, { url, query }: AskedQuery): Record<string, unknown> {
  const raw = url.slice(url.indexOf('?') + 1)
  return readQuery(schema, query as Record<string, unknown>, raw)
}

const compiled = new WeakMap<TSchema, { schema: TSchema; check: Check }>()

/** Cached, since several routes share a schema and a compiled check takes memory. */
function compiledFor(schema: TSchema, where: Where): { schema: TSchema; check: Check } {
  const found = compiled.get(schema)
  if (found) return found
  const plain = withoutIds(schema)
  const made = { schema: plain, check: compileCheck(plain, where) }
  compiled.set(schema, made)
  return made
}

/** For a door: unknown fields are ignored, as the other service does. */
export function checkedBody(schema: TSchema, { body, bodyBytes }: Pick<FastifyRequest, 'body' | 'bodyBytes'>): unknown {
  refuseFaults(checkOf(schema, 'body')(body, bodyBytes))
  return body
}

export function checkedQuery(schema: TSchema, request: AskedQuery): Record<string, unknown> {
  const query = givenQuery(schema, request)
  refuseFaults(checkOf(schema, 'query')(query, 0))
  return knownOnly(schema, query)
}

function refuseFaults(faults: readonly Fault[]): void {
  if (faults.length > 0) throw invalid(...faults)
}

export const checkOf = (schema: TSchema, where: Where): Check => compiledFor(schema, where).check

/** A misspelled field is reported together with the field that is missing because of it. */
function acceptor(given: TSchema, where: Where) {
  const { schema, check } = compiledFor(given, where)
  return (value: unknown, bytes: number, reply: FastifyReply): unknown => {
    const { ignored, faults: slips } = findUnknownFields(schema, value)
    refuseFaults([...slips, ...check(value, bytes)])
    if (ignored.length === 0) return value
    reply.header('x-ignored-fields', ignoredFieldsHeader(ignored))
    return withoutUnknownFields(schema, value)
  }
}
