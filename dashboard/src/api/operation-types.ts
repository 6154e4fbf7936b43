/** The input and reply of each operation of the contract, by its id. Types only: nothing here is in the download. */

import type { Operations } from '@posthorn/contract/all-operations'
import type { ConsoleOperations } from '@posthorn/contract/console/all-operations'
import type { Reply as ReplyOf, Input as WholeInput } from '@posthorn/contract/operation'

type Every = Operations & ConsoleOperations
export type OperationId = keyof Every

type Nothing = Record<never, never>
type Part<W, K extends keyof W> = W[K] extends undefined ? unknown : Record<K, W[K]>
/** A query with only optional fields may be omitted. */
type Query<W extends { query: unknown }> = Nothing extends W['query'] ? { query?: W['query'] } : Part<W, 'query'>
type Given<W extends WholeInput<unknown>> = Part<W, 'params'> & Query<W> & Part<W, 'body'>

export type Input<Id extends OperationId> = Given<WholeInput<Every[Id]>>
export type Reply<Id extends OperationId> = ReplyOf<Every[Id]>
/** The input as arguments: optional if nothing in it is required. */
export type InputArguments<Id extends OperationId> =
  Nothing extends Input<Id> ? [input?: Input<Id>] : [input: Input<Id>]

/** Paged lists. */
export type PagedId = {
  [Id in OperationId]: Reply<Id> extends { data: unknown[]; has_more: boolean } ? Id : never
}[OperationId]
export type Row<Id extends PagedId> = Reply<Id> extends { data: (infer R)[] } ? R : never
