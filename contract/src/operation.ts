import type { Static, TSchema } from 'typebox'
import type { Audit } from './audit.ts'
import type { ConsolePermission } from './console/permissions.ts'
import { type ErrorCode, errors } from './errors.ts'
import type { Permission } from './permissions.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** An operation that can change something states its entry in the audit log. */
type Kind = { method: 'GET'; audit?: undefined } | { method: Exclude<Method, 'GET'>; audit: Audit }

/** Fields that every operation has. */
type Shape = Kind & {
  id: string
  path: string
  summary: string
  description?: string
  params?: TSchema
  query?: TSchema
  body?: TSchema
  reply: TSchema
  /** The media type of the reply, where it is not JSON. */
  media?: 'message/rfc822' | 'text/event-stream' | 'text/csv' | 'application/zip'
  /** True for a stream that stays open until the client or the server closes it. */
  isEndless?: true
  /** Status of the success answer. Default: 200. */
  status?: 200 | 201 | 202
  /** True for a POST that creates or sends something: it takes an Idempotency-Key. */
  idempotent?: true
  /** True for a POST without an Idempotency-Key that is safe to retry after a lost answer. */
  repeatable?: true
  /** The body limit in bytes, where it differs from `defaultBodyLimit`. */
  bodyLimit?: number
  /** How many values (objects, lists, strings, numbers …) a body may have, where it differs from `defaultMaxValues`. */
  maxValues?: number
  /** Error codes beyond those that the shape implies (see `refusalsOf`). */
  refusals: readonly ErrorCode[]
  example?: { params?: unknown; query?: unknown; body?: unknown; reply: unknown }
}

/** An operation of the public API: called with a key, or by a member with a session. It is documented. */
export type ApiOperation = Shape & {
  access?: undefined
  /** The heading in the API reference. */
  tag: string
  /** Null: any key may call it. */
  permission: Permission | null
}

/**
 * An operation of the console: only for people with a session, and not documented. `anyone` needs no session, `person` needs
 * one, `member` also needs an organization, an environment and a role that allows it.
 */
export type ConsoleOperation = Shape &
  (
    | { access: 'anyone' | 'person'; permission?: undefined }
    | { access: 'member'; permission: Permission | ConsolePermission }
  )

/** An operation as a value: routes, admission, validation, types, OpenAPI and the API reference are derived from it. */
export type Operation = ApiOperation | ConsoleOperation

/** More than any object without message content needs. */
export const defaultBodyLimit = 1024 * 1024
/** Parsing and checking this many values takes a few milliseconds. */
export const defaultMaxValues = 10_000

export const operation = <const O extends Operation>(o: O): O => o

/** Error codes that every operation can answer with. */
export const everyRefusal = [
  'invalid_request',
  'unauthorized',
  'forbidden',
  'request_timeout',
  'rate_limit_exceeded',
  'headers_too_large',
  'internal_error',
  'service_unavailable',
] as const satisfies readonly ErrorCode[]

const bodyRefusals = ['validation_error', 'invalid_json', 'payload_too_large', 'unsupported_media_type'] as const
const idempotencyRefusals = [
  'invalid_idempotency_key',
  'invalid_idempotent_request',
  'concurrent_idempotent_requests',
] as const

/**
 * All error codes of an operation, by status: the common ones, those that its shape implies (an id implies `not_found`)
 * and its own. `method_not_allowed` is missing on purpose: a path answers it when it has no operation for the method.
 */
export function refusalsOf(operation: Operation): ErrorCode[] {
  const codes = new Set<ErrorCode>([
    ...everyRefusal,
    ...(operation.body ? bodyRefusals : []),
    ...(operation.query ? (['validation_error'] as const) : []),
    ...(takesCursor(operation) ? (['invalid_cursor'] as const) : []),
    ...(operation.params ? (['not_found'] as const) : []),
    ...(operation.idempotent ? idempotencyRefusals : []),
    ...operation.refusals,
  ])
  return [...codes].sort((a, b) => errors[a].status - errors[b].status)
}

function takesCursor({ query }: Operation): boolean {
  return query !== undefined && 'properties' in query && Object.hasOwn(Object(query.properties), 'cursor')
}

type Part<T> = T extends TSchema ? Static<T> : undefined
type Given<O, K extends string> = O extends { readonly [P in K]: infer S } ? Part<S> : undefined
export type Input<O> = {
  params: Given<O, 'params'>
  query: Given<O, 'query'>
  body: Given<O, 'body'>
}
export type Reply<O extends { reply: TSchema }> = Static<O['reply']>
