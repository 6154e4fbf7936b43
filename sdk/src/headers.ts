/** The headers of a request. */
import { PosthornError } from './errors.ts'

type Given = { readonly [name: string]: string | undefined }

/** Names in lower case, so that none is sent twice. Later values win; a missing one, in JavaScript also null, counts as not given. */
export function mergeHeaders(...all: readonly (Given | undefined)[]): Record<string, string> {
  const merged: Record<string, string> = {}
  for (const [name, value] of all.flatMap(given => Object.entries(given ?? {})))
    if (value !== undefined && value !== null) merged[name.toLowerCase()] = sendable(name, value)
  return merged
}

/** Otherwise fetch would throw as for a lost connection, and the call would be retried. */
function sendable(name: string, value: string): string {
  const [strange] = /[^\t\x20-\x7e\x80-\xff]/u.exec(value) ?? []
  if (strange === undefined) return value
  throw new PosthornError(`${name} contains ${JSON.stringify(strange)}, which HTTP cannot send in a header. Remove it.`)
}
