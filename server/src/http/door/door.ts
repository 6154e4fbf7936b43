/**
 * A door: the API of another service, as data. Each of its operations says which operation of ours it stands for, and translates. The rules are
 * those of ours; no verb knows that a door exists.
 */

import type { IncomingHttpHeaders } from 'node:http'
import type { OperationId, Operations } from '@posthorn/contract/all-operations'
import type { Input, Method, Reply } from '@posthorn/contract/operation'
import type { Static, TSchema } from 'typebox'
import type { Refusal } from '#core/refusal.ts'

/** Those that answer with a document and end. */
type AskableId = { [K in OperationId]: Operations[K] extends { media: string } ? never : K }[OperationId]

/** Newest first, as our lists are: those behind this id, or those before it. */
export type IdPage = { olderThan?: string | undefined; newerThan?: string | undefined }

type Asking<K extends AskableId> = Partial<Input<Operations[K]>> & {
  page?: IdPage
  /** For one of many asked for by the same request: its Idempotency-Key counts for each of them. */
  part?: number
}

/** Asks for an operation of ours with the key of the caller: permission, schema, idempotency and the audit log are as on our own route. */
export type Ask = <K extends AskableId>(id: K, asking?: Asking<K>) => Promise<Reply<Operations[K]>>

type Given<Q, B> = {
  params: Readonly<Record<string, string>>
  query: Q
  body: B
  headers: IncomingHttpHeaders
  /** How many requests the key of the caller may make. */
  requestsPerHour: number
  ask: Ask
}

/** What somebody may give is checked against `query` and `body`; unknown fields are passed over. */
type Shape<Q extends TSchema, B extends TSchema> = {
  method: Method
  path: string
  /** Whose permission, limits, idempotency and name in the request log it has. */
  standsFor: AskableId
  status?: 200 | 201 | 202
  query?: Q
  body?: B
  /** Its body is a form of fields and a file. */
  takesFile?: true
  answer(given: Given<Static<Q>, Static<B>>): Promise<object | Answer>
}

/** An answer that has more than a body, or none. */
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

export type DoorOperation = Shape<TSchema, TSchema>

export const doorOperation = <Q extends TSchema, B extends TSchema>(operation: Shape<Q, B>): DoorOperation =>
  // `as`: what it is given was checked against its own schemas.
  operation as unknown as DoorOperation

export type Described = { status: number; body: object }

export type Door = {
  /** One word: its path, and its name in the settings. */
  name: string
  operations: readonly DoorOperation[]
  /** What the other service has and we do not: the beginning of a path, and a sentence about it. */
  leftOut: readonly { path: string; why: string }[]
  /** Clients that cannot be given a path are known at the root by a header and the first word of the path. */
  atRoot?: { header: string; value: RegExp; words: readonly string[] }
  /** For clients that do not send it as a bearer key. */
  keyOf?: KeyOf
  /** For clients that send forms in place of JSON. */
  bodies?: 'form'
  /** An error in the words of the other service. */
  describe(refusal: Refusal, asked: { hasKey: boolean }): Described
}
