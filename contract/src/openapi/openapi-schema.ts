import type { TSchema } from 'typebox'

export type Schema = { [keyword: string]: unknown }

/**
 * A schema as plain JSON for the document. Each schema with an `$id` becomes a component of that name and is replaced by a
 * `$ref`. The `$id` itself is removed, because tools would try to fetch it. A recursive schema refers to itself by its anchor,
 * `#Name`, which is the same name. `expected` is the message for a fault, not a keyword of JSON Schema.
 */
export function publishSchema(schema: TSchema, components: Map<string, Schema>): Schema {
  const { $id, $anchor: _, expected: __, ...plain } = { ...plainCopy(schema, components), ...mappingOf(schema) }
  if (typeof $id !== 'string') return plain
  components.set($id, plain)
  return { $ref: `${componentPath}${$id}` }
}

const componentPath = '#/components/schemas/'

type Branch = { $id: string; properties: Record<string, { const?: string }> }
type Discriminated = { discriminator?: { propertyName: string }; oneOf?: Branch[] }

/** Maps each value to its component. Without it, tools take the component names for the values. */
function mappingOf({ discriminator, oneOf = [] }: Discriminated): Schema {
  if (!discriminator) return {}
  const { propertyName } = discriminator
  const mapping = oneOf.map(({ $id, properties }) => [properties[propertyName]?.const, `${componentPath}${$id}`])
  return { discriminator: { propertyName, mapping: Object.fromEntries(mapping) } }
}

function plainCopy(schema: object, components: Map<string, Schema>): Schema {
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, plainValue(key, value, components)]))
}

/** Keywords whose value is data and is copied unchanged: an example may have a property called `$id`. */
const dataKeywords = new Set(['examples', 'default', 'enum', 'const', 'required', 'type'])

function plainValue(key: string, value: unknown, components: Map<string, Schema>): unknown {
  if (dataKeywords.has(key)) return value
  if (key === '$ref') return String(value).replace(/^#(?=\w)/, componentPath)
  if (Array.isArray(value)) return value.map(item => plainValue('', item, components))
  if (typeof value !== 'object' || value === null) return value
  return key === 'properties' ? plainProperties(value, components) : publishSchema(value, components)
}

function plainProperties(properties: object, components: Map<string, Schema>): Schema {
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, publishSchema(property, components)]),
  )
}
