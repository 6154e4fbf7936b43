import type { Static, TSchema } from 'typebox'
import type { Audit } from './audit.ts'
import type { ConsolePermission } from './console/permissions.ts'
import { type ErrorCode, errors } from './errors.ts'
import type { Permission } from './permissions.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Whatever may change something says what it leaves in the audit log. */
type Kind = { method: 'GET'; audit?: undefined } | { method: Exclude<Method, 'GET'>; audit: Audit }

/** What any operation has, whoever may ask for it. */
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
  /** True for an answer that goes on until one of the two hangs up. */
  isEndless?: true
  /** Status of the success answer; 200 unless said otherwise. */
  status?: 200 | 201 | 202
  /** True for a POST that creates or sends: it takes an Idempotency-Key. */
  idempotent?: true
  /** True for a POST without an Idempotency-Key that may be sent again when its answer was lost: once more changes nothing. */
  repeatable?: true
  /** Largest body in bytes, where it is not the usual one. */
  bodyLimit?: number
  /** Most objects, lists, strings, numbers and so on that a body may have, where it is not the usual number. */
  maxValues?: number
  /** What it may refuse with, beyond what its shape implies (see `refusalsOf`). */
  refusals: readonly ErrorCode[]
  example?: { params?: unknown; query?: unknown; body?: unknown; reply: unknown }
}

/** One of the API: asked for with a key, or by a member with a session, and part of the documents. */
export type ApiOperation = Shape & {
  access?: undefined
  /** The heading it stands under in the reference. */
  tag: string
  /** Null: any key may ask. */
  permission: Permission | null
}

/**
 * One of the console: for people with a session alone, and not documented. `anyone` needs no session, `person` needs one,
 * `member` also the organization and environment that it is about, and a role that allows it.
 */
export type ConsoleOperation = Shape &
  (
    | { access: 'anyone' | 'person'; permission?: undefined }
    | { access: 'member'; permission: Permission | ConsolePermission }
  )

/** An operation as a value: routes, admission, validation, types, OpenAPI and the reference all come from it. */
export type Operation = ApiOperation | ConsoleOperation

/** More than any object needs that is not content. */
export const usualBodyLimit = 1024 * 1024
/** As many are read and checked in a few milliseconds. */
export const usualMaxValues = 10_000

export const operation = <const O extends Operation>(o: O): O => o

/** What any operation may answer, whatever it does. */
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
 * Everything an operation may refuse with, by status: what any may, what its shape implies (whoever takes an id may
 * not find it) and its own. `method_not_allowed` is missing on purpose: no operation answers it, only a path without one.
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
