/**
 * Fields that the contract does not know are ignored and named in `x-ignored-fields`. A near miss of a known one is
 * refused: the silent version of `schedule_for` sends a scheduled email at once.
 */
import type { Fault } from '@posthorn/contract/errors'
import type { TSchema } from 'typebox'
import { findMeant } from '#core/near-miss.ts'

type Node = {
  properties?: Record<string, Node>
  /** Whatever else it has is the caller's own. */
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

// Hostile input has hundreds of thousands: beyond this nobody reads on, and each one costs a comparison.
const most = 100
const isFull = ({ ignored, faults }: UnknownFields): boolean => ignored.length + faults.length >= most

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

/** The same value without them: what is ignored can then be neither stored nor told. */
export function withoutUnknownFields<T>(schema: TSchema, value: T): T {
  return knownPart(schema as Node, value) as T // as: what is left out, the schema does not know
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
 * Of several, told apart by one property, the one that the value says it is; if there is none, a slip may be why. Of others the only list, or the
 * only object.
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
  const meant = findMeant(key, known)
  if (meant) found.faults.push({ path, message: `is not a field; did you mean ${meant}?` })
  else found.ignored.push(path)
}
