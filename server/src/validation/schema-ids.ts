import type { TSchema } from 'typebox'

/**
 * The same schema with its parts written out: `$id` names parts for the OpenAPI document, and compilers take it for an
 * address. A choice of which one takes anything is told to readers only: nothing is left to check.
 */
export function withoutIds(schema: TSchema): TSchema {
  return JSON.parse(
    JSON.stringify(schema, (key, value) =>
      key === '$id' || (key === 'anyOf' && takesAnything(value)) ? undefined : value,
    ),
  )
}

const takesAnything = (choices: readonly object[]): boolean =>
  choices.some(choice => Object.keys(choice).every(keyword => keyword === 'description'))

/** For whoever writes answers: a part that speaks of itself was checked when it came, and is written as it stands. */
export const forSerializer = (schema: TSchema): TSchema =>
  JSON.parse(JSON.stringify(withoutIds(schema), (_key, value) => (Object(value).$anchor === undefined ? value : {})))
