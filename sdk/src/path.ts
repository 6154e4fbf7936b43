import { PosthornError } from './errors.ts'

/** An id in a path. An empty id, `.` or `..` is refused: it would address another operation, such as `DELETE /v1/contacts/`. */
export function segment(name: string, value: string): string {
  if (typeof value !== 'string' || /^\.{0,2}$/.test(value)) {
    throw new PosthornError(`${name} must be the id of an object, not ${JSON.stringify(value)}.`)
  }
  return encodeURIComponent(value)
}

export type QueryValues = { readonly [name: string]: unknown }

/** A missing value, in JavaScript also null, is left out. */
export function withQuery(path: string, query: QueryValues = {}): string {
  const given = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null) given.set(name, String(value))
  const text = given.toString()
  return text ? `${path}?${text}` : path
}
