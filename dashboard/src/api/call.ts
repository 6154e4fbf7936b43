import { table } from 'virtual:operations'
import {
  environmentHeader,
  environmentParameter,
  organizationHeader,
  organizationParameter,
} from '@posthorn/contract/console/session-headers'
import type { ErrorBody } from '@posthorn/contract/errors'
import { Failure, unreachable } from './failure.ts'
import type { InputArguments, OperationId, Reply } from './operation-types.ts'
import { noteAnswer } from './reachable.ts'
import { currentOrganization, type Environment, environment } from './scope.ts'

type AnyInput = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown }
/** `environment`: only if it differs from the page's. */
export type CallOptions = { signal?: AbortSignal; idempotencyKey?: string; environment?: Environment }

/** Calls an operation of the contract by its id. Throws a Failure if the server refuses it. */
export async function call<Id extends OperationId>(id: Id, ...[input]: InputArguments<Id>): Promise<Reply<Id>> {
  return callWith({}, id, ...([input] as InputArguments<Id>)) // as: an argument taken apart and put together again
}

export async function callWith<Id extends OperationId>(
  options: CallOptions,
  id: Id,
  ...[input]: InputArguments<Id>
): Promise<Reply<Id>> {
  const { params, query, body } = (input ?? {}) as AnyInput // as: what Input promises, without its names
  const { method, path, media } = rowOf(id)
  const response = await fetch(fill(path, params) + search(query), {
    method,
    headers: headers(body, options),
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(options.signal && { signal: options.signal }),
  }).catch(error => {
    if (options.signal?.aborted) throw error
    noteAnswer(false)
    throw unreachable()
  })
  noteAnswer(true)
  if (!response.ok) throw new Failure(response.status, await errorBody(response))
  return (media ? response.text() : response.json()) as Promise<Reply<Id>> // as: the server answers by the contract
}

/** The URL of a GET operation, for what cannot send headers: downloads, frames, event streams. */
export function hrefOf<Id extends OperationId>(id: Id, ...[input]: InputArguments<Id>): string {
  const { params, query } = (input ?? {}) as AnyInput // as: see callWith
  const scope = { [organizationParameter]: currentOrganization(), [environmentParameter]: environment }
  return fill(rowOf(id).path, params) + search({ ...query, ...scope })
}

function rowOf(id: string) {
  const row = table[id]
  if (!row) throw new Error(`The contract has no operation ${id}.`)
  return row
}

const fill = (path: string, params: Record<string, string> = {}) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))

function search(query: Record<string, unknown> = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return text && '?' + text
}

function headers(body: unknown, { idempotencyKey, environment: other }: CallOptions): Record<string, string> {
  const organization = currentOrganization()
  return {
    accept: 'application/json, */*',
    [environmentHeader]: other ?? environment,
    ...(organization && { [organizationHeader]: organization }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
  }
}

const errorBody = (response: Response): Promise<Partial<ErrorBody>> => response.json().catch(() => ({}))
