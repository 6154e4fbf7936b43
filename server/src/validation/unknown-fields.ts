/**
 * Fields that the contract does not know are ignored and named in `x-ignored-fields`. A near miss of a known one is
 * refused: the silent version of `schedule_for` sends a scheduled email at once.
 */
import type { Fault } from '@posthorn/contract/errors'
import type { TSchema } from 'typebox'
import { findMeant } from '#core/near-miss.ts'

type Node = { properties?: Record<string, Node>; items?: Node; anyOf?: Node[] }

export type UnknownFields = { ignored: string[]; faults: Fault[] }

export function findUnknownFields(schema: TSchema, value: unknown): UnknownFields {
  const found: UnknownFields = { ignored: [], faults: [] }
  visit(schema as Node, value, '', found)
  return found
}

// Hostile input has hundreds of thousands: beyond this nobody reads on, and each one costs a comparison.
const most = 100
const isFull = ({ ignored, faults }: UnknownFields): boolean => ignored.length + faults.length >= most

function visit(schema: Node, value: unknown, path: string, found: UnknownFields): void {
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

const join = (path: string, key: string | number): string => (path ? `${path}.${key}` : String(key))

function report(key: string, path: string, known: readonly string[], found: UnknownFields): void {
  const meant = findMeant(key, known)
  if (meant) found.faults.push({ path, message: `is not a field; did you mean ${meant}?` })
  else found.ignored.push(path)
}

/** Field names are the caller's text: only harmless characters go into a header, and not without end. */
export function ignoredFieldsHeader(paths: readonly string[]): string {
  const names = paths.slice(0, 20).map(path => encodeURIComponent(path.slice(0, 64).toWellFormed()))
  return (paths.length > 20 ? [...names, '...'] : names).join(', ')
}
