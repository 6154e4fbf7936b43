import type { TSchema } from 'typebox'

/**
 * Removes `$id` from a schema: it names parts for the OpenAPI document, and compilers would treat it as an address. Also
 * removes unions with a member that accepts anything, which are only documentation.
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

/** For serializers: a recursive part was checked on input, and is written as it is. */
export const forSerializer = (schema: TSchema): TSchema =>
  JSON.parse(JSON.stringify(withoutIds(schema), (_key, value) => (Object(value).$anchor === undefined ? value : {})))
