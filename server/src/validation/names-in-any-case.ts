/** For services that ignore the case of names: renames the fields of a value as the schema writes them. */
import type { TSchema } from 'typebox'

type Shape = { properties?: object; items?: TSchema; anyOf?: readonly TSchema[] }

/** Names that the schema does not have stay as they are, and so do those within free-form objects. Of a repeated name, the last counts. */
export function withNamesOf(schema: TSchema, value: unknown): unknown {
  // `as`: only these keywords are looked at.
  const { properties, items, anyOf } = schema as Shape
  if (anyOf) return anyOf.reduce<unknown>((renamed, one) => withNamesOf(one, renamed), value)
  if (Array.isArray(value)) return items ? value.map(item => withNamesOf(items, item)) : value
  if (!properties || typeof value !== 'object' || value === null) return value
  const known = new Map(Object.entries(properties).map(([name, property]) => [name.toLowerCase(), { name, property }]))
  return Object.fromEntries(
    Object.entries(value).map(([given, field]) => {
      const { name = given, property } = known.get(given.toLowerCase()) ?? {}
      return [name, property ? withNamesOf(property, field) : field]
    }),
  )
}
