import type { TSchema } from 'typebox'

/** The same schema with its parts written out: `$id` names parts for the OpenAPI document, and compilers take it for an address. */
export function withoutIds(schema: TSchema): TSchema {
  return JSON.parse(JSON.stringify(schema, (key, value) => (key === '$id' ? undefined : value)))
}
