/** Requests made from the contract's own examples: valid by definition. */
import { randomBytes } from 'node:crypto'
import type { Operation } from '@posthorn/contract/operation'
import type { Ask } from './client.ts'

type Params = Record<string, string>

/** The request of the operation's example, with these ids, or with unknown ids. */
export function exampleRequest(operation: Operation, params: Params = {}): Ask & { method: string } {
  const { method, path, example } = operation
  const query = new URLSearchParams(Object.entries(Object(example?.query)))
  return {
    method,
    path: `${fill(path, params)}${query.size > 0 ? `?${query}` : ''}`,
    ...(operation.body && { body: unique(operation.id, example?.body) }),
  }
}

/** Names that must be unique are new each time. */
const unique = (id: string, body: unknown): unknown =>
  id === 'createTemplate' ? { ...Object(body), friendly_name: randomBytes(8).toString('hex') } : body

export const fill = (path: string, params: Params): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name) => params[name] ?? randomId())

/** A UUIDv7 of this moment, like a real id. */
export function randomId(): string {
  const hex = Date.now().toString(16).padStart(12, '0') + randomBytes(10).toString('hex')
  const variant = '89ab'[Number.parseInt(hex.charAt(16), 16) % 4]
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

export const pathParams = ({ path }: Operation): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(match => match[1] ?? '')
