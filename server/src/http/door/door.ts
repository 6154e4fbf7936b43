/**
 * A door: the API of another service, as data. Each operation names the operation of ours that it stands for, and translates. Our rules apply;
 * verbs do not know that doors exist.
 */

import type { IncomingHttpHeaders } from 'node:http'
import type { OperationId, Operations } from '@posthorn/contract/all-operations'
import type { Input, Method, Reply } from '@posthorn/contract/operation'
import type { Static, TSchema } from 'typebox'
import type { Refusal } from '#core/refusal.ts'

/** Operations that answer with a JSON document. */
type AskableId = { [K in OperationId]: Operations[K] extends { media: string } ? never : K }[OperationId]

/** A page of a list, newest first: entries older or newer than this id. */
export type IdPage = { olderThan?: string | undefined; newerThan?: string | undefined }

type Asking<K extends AskableId> = Partial<Input<Operations[K]>> & {
  page?: IdPage
  /** The index within a request that asks for several: its Idempotency-Key then applies to each part. */
  part?: number
}

/** Calls one of our operations with the caller's key. Permission, schema, idempotency and audit log work as on our own route. */
export type Ask = <K extends AskableId>(id: K, asking?: Asking<K>) => Promise<Reply<Operations[K]>>

/** The parameters in a path, such as `id` in `/topics/{id}`. */
type ParamsIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Readonly<Record<Name, string>> & ParamsIn<Rest>
  : object

type Given<Path extends string, Q, B> = {
  params: ParamsIn<Path>
  query: Q
  body: B
  headers: IncomingHttpHeaders
  /** The caller's rate limit. */
  requestsPerHour: number
  /** By the clock of the caller's environment. */
  now(): Promise<Date>
  ask: Ask
}

/** Input is checked against `query` and `body`; unknown fields are ignored. */
type Shape<Path extends string, Q extends TSchema, B extends TSchema> = {
  method: Method
  path: Path
  /** Our operation whose permission, limits, idempotency and name in the request log apply. */
  standsFor: AskableId
  status?: 200 | 201 | 202
  query?: Q
  body?: B
  /** The body is a multipart form with fields and a file. */
  takesFile?: true
  answer(given: Given<Path, Static<Q>, Static<B>>): Promise<object | Answer>
}

/** An answer with a status and headers of its own, or without a body. */
export class Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: object | undefined

  constructor(status: number, { headers = {}, body }: { headers?: Record<string, string>; body?: object } = {}) {
    this.status = status
    this.headers = headers
    this.body = body
  }
}

/** Where a request carries its key. */
export type KeyOf = (headers: IncomingHttpHeaders) => string | undefined

export type DoorOperation = Shape<string, TSchema, TSchema>

export const doorOperation = <Path extends string, Q extends TSchema, B extends TSchema>(
  operation: Shape<Path, Q, B>,
): DoorOperation =>
  // `as`: its input is checked against its own schemas, and its parameters come from its own path.
  operation as unknown as DoorOperation

export type Described = { status: number; body: object }

export type Door = {
  /** One word: its path, and its name in the settings. */
  name: string
  operations: readonly DoorOperation[]
  /** What the other service offers and we do not: a path prefix, and a sentence for the error. */
  unsupported: readonly { path: string; why: string }[]
  /** For clients that cannot be configured with a path: recognized at the root by a header and the first path segment. */
  atRoot?: { header: string; value: RegExp; words: readonly string[] }
  /** The other service accepts the names of fields in any case. */
  ignoresCase?: true
  /** For clients that do not send the key as a bearer token. */
  keyOf?: KeyOf
  /** For clients that send forms instead of JSON. */
  bodies?: 'form'
  /** An error in the format of the other service. */
  describe(refusal: Refusal, asked: { hasKey: boolean }): Described
}
