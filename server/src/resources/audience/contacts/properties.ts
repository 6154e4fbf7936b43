/** The properties of a contact: its values for the fields of its environment. */
import {
  type GivenProperties,
  maxPropertiesBytes,
  type Properties,
  type PropertyValue,
} from '@posthorn/contract/audience/contact-properties'
import type { Fault } from '@posthorn/contract/errors'
import { invalid, type Refusal } from '#core/refusal.ts'
import { expected, type Fields, toSortable, toValue, undeclared } from '#resources/audience/fields/field.ts'

/** Converts values to stored form, with null for those to clear; a refusal lists every fault. */
export function readProperties(fields: Fields, given: GivenProperties): GivenProperties | Refusal {
  const faults: Fault[] = []
  const read: Record<string, PropertyValue | null> = {}
  for (const [key, value] of Object.entries(given)) {
    const field = fields.get(key)
    const kept = field && (value === null ? null : toValue(field.type, value))
    if (kept !== undefined) read[key] = kept
    else faults.push({ path: `properties.${key}`, message: field ? expected[field.type] : undeclared(fields, key) })
  }
  return faults.length > 0 ? invalid(...faults) : read
}

/** Own properties only: `constructor` is a valid field key. */
export const ownValue = (properties: Properties | null, key: string): PropertyValue | undefined =>
  properties !== null && Object.hasOwn(properties, key) ? properties[key] : undefined

/** Properties that are not named stay. Null when none are left; the same object when nothing changes. */
export function mergeProperties(before: Properties | null, given: GivenProperties): Properties | null {
  const differing = Object.entries(given).filter(([key, value]) => (ownValue(before, key) ?? null) !== value)
  if (differing.length === 0) return before
  const after = Object.fromEntries(
    Object.entries({ ...before, ...Object.fromEntries(differing) }).flatMap(([key, value]) =>
      value === null ? [] : [[key, value] as const],
    ),
  )
  return Object.keys(after).length === 0 ? null : after
}

export function refusalOfSize(properties: Properties | null): Refusal | undefined {
  if (properties === null || Buffer.byteLength(JSON.stringify(properties)) <= maxPropertiesBytes) return undefined
  const message = `must take at most ${maxPropertiesBytes.toLocaleString('en')} bytes as JSON, all properties of a contact together`
  return invalid({ path: 'properties', message })
}

/** Null: the value was cleared. */
export type ValueChange = { fieldId: string; value: string | null }

/** The differences, in the form of the index of values. Values without a field are skipped: a job is removing them. */
export function valueChanges(before: Properties | null, after: Properties | null, fields: Fields): ValueChange[] {
  const keys = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  return [...keys].flatMap(key => {
    const [field, value] = [fields.get(key), ownValue(after, key)]
    if (!field || ownValue(before, key) === value) return []
    return [{ fieldId: field.id, value: value === undefined ? null : toSortable(value) }]
  })
}
