/**
 * Fields that the contract does not know are ignored and named in `x-ignored-fields`. A near miss of a known one is
 * refused: the silent version of `schedule_for` sends a scheduled email at once.
 */
import type { Fault } from '@posthorn/contract/errors'
import type { TSchema } from 'typebox'
import { findMeant } from '#core/near-miss.ts'

type Node = {
  properties?: Record<string, Node>
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
  const schema = chosen(node, value)
  const { properties, items } = schema
  if (Array.isArray(value)) {
    const list = items ?? schema.anyOf?.find(branch => branch.items)?.items
    for (let index = 0; list && index < value.length && !isFull(found); index++) {
      visit(list, value[index], join(path, index), found)
    }
  } else if (properties && value && typeof value === 'object') {
    for (const [key, inner] of Object.entries(value)) {
      if (isFull(found)) return
      const known = Object.hasOwn(properties, key) ? properties[key] : undefined
      if (known) visit(known, inner, join(path, key), found)
      else report(key, join(path, key), Object.keys(properties), found)
    }
  }
}

/** Of several, told apart by one property, the one that the value says it is; if there is none, a slip may be why. */
function chosen(schema: Node, value: unknown): Node {
  const { discriminator, oneOf = [] } = schema
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
