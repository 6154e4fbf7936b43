/** Compares a reply with its schema in the contract: what is missing, what is wrong, and what the contract does not name. */
import { formats } from '@posthorn/contract/formats'
import type { TSchema } from 'typebox'
import Format from 'typebox/format'
import { Value } from 'typebox/value'
import { expect } from 'vitest'

for (const [name, { check }] of Object.entries(formats)) Format.Set(name, check)

export function expectShape(value: unknown, schema: TSchema, about = ''): void {
  const wrong = Value.Errors(schema, value).map(({ instancePath, message }) => `${instancePath} ${message}`)
  expect([...wrong, ...unpromised(schema, value, '')], `${about} ${JSON.stringify(value)}`).toEqual([])
}

type Node = { properties?: Record<string, Node>; items?: Node; additionalProperties?: unknown }

/** A reply is built field by field: a field outside the schema must not slip out. */
function unpromised(schema: Node, value: unknown, path: string): string[] {
  const { properties, items, additionalProperties } = schema
  if (Array.isArray(value))
    return items ? value.flatMap((item, index) => unpromised(items, item, `${path}/${index}`)) : []
  if (!properties || !value || typeof value !== 'object' || additionalProperties === true) return []
  return Object.entries(value).flatMap(([key, inner]) => {
    const known = properties[key]
    return known ? unpromised(known, inner, `${path}/${key}`) : [`${path}/${key} is not in the contract`]
  })
}
