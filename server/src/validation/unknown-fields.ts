/**
 * Unknown fields are ignored and named in `x-ignored-fields`. A near miss of a known field is refused: ignoring
 * `schedule_for` would send a scheduled email at once.
 */
import type { Fault } from '@posthorn/contract/errors'
import type { TSchema } from 'typebox'
import { findNearMiss } from '#core/near-miss.ts'

type Node = {
  properties?: Record<string, Node>
  /** Set when the object may have free-form fields. */
  additionalProperties?: unknown
  items?: Node
  anyOf?: Node[]
  oneOf?: Node[]
  discriminator?: { propertyName: string }
  const?: unknown
}

export type UnknownFields = { ignored: string[]; faults: Fault[] }

export function findUnknownFields(schema: TSchema, value: unknown): UnknownFields {
  const found: UnknownFields = { ignored: [], faults: [] }
  visit(schema as Node, value, '', found)
  return found
}

// Hostile input has hundreds of thousands, and each costs a comparison. Nobody reads a longer list.
const maxFound = 100
const isFull = ({ ignored, faults }: UnknownFields): boolean => ignored.length + faults.length >= maxFound

function visit(node: Node, value: unknown, path: string, found: UnknownFields): void {
  const { properties, items, additionalProperties } = chosen(node, value)
  if (Array.isArray(value)) {
    for (let index = 0; items && index < value.length && !isFull(found); index++) {
      visit(items, value[index], join(path, index), found)
    }
  } else if (properties && value && typeof value === 'object') {
    for (const [key, inner] of Object.entries(value)) {
      if (isFull(found)) return
      const known = Object.hasOwn(properties, key) ? properties[key] : undefined
      if (known) visit(known, inner, join(path, key), found)
      else if (!additionalProperties) report(key, join(path, key), Object.keys(properties), found)
    }
  }
}

/** Drops unknown fields, so that they can be neither stored nor returned. */
export function withoutUnknownFields<T>(schema: TSchema, value: T): T {
  return knownPart(schema as Node, value) as T // as: only fields outside the schema are dropped
}

function knownPart(node: Node, value: unknown): unknown {
  const { properties, items, additionalProperties } = chosen(node, value)
  if (Array.isArray(value)) return items ? value.map(one => knownPart(items, one)) : value
  if (!properties || !value || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => {
      const known = Object.hasOwn(properties, key) ? properties[key] : undefined
      if (known) return [[key, knownPart(known, inner)]]
      return additionalProperties ? [[key, inner]] : []
    }),
  )
}

/**
 * Chooses a member of a union: by the discriminator, or the only list or object. When the discriminator is missing or unknown, only its name counts as
 * a field, so that a misspelled one is found.
 */
function chosen(schema: Node, value: unknown): Node {
  const { discriminator, oneOf = [], anyOf, properties, items } = schema
  if (anyOf && !properties && !items) {
    const fitting = anyOf.filter(branch => (Array.isArray(value) ? branch.items : branch.properties))
    return fitting.length === 1 && fitting[0] ? chosen(fitting[0], value) : {}
  }
  if (!discriminator) return schema
  const name = discriminator.propertyName
  return oneOf.find(one => one.properties?.[name]?.const === Object(value)[name]) ?? { properties: { [name]: {} } }
}

const join = (path: string, key: string | number): string => (path ? `${path}.${key}` : String(key))

function report(key: string, path: string, known: readonly string[], found: UnknownFields): void {
  const meant = findNearMiss(key, known)
  if (meant) found.faults.push({ path, message: `is not a field; did you mean ${meant}?` })
  else found.ignored.push(path)
}
