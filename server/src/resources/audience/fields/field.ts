/** A contact field: the type of its values, how they are parsed, and how they sort. */
import type { FieldType } from '@posthorn/contract/audience/contact-fields'
import { maxPropertyText, type PropertyValue } from '@posthorn/contract/audience/contact-properties'
import { yesOrNo } from '@posthorn/contract/audience/yes-or-no'
import { isTimestamp } from '@posthorn/contract/formats'
import { findNearMiss } from '#core/near-miss.ts'

export type Field = {
  id: string
  key: string
  type: FieldType
  fallback: PropertyValue | null
  createdAt: Date
  updatedAt: Date
}

/** The fields of one environment by key. */
export type Fields = ReadonlyMap<string, Field>

export const expected: Readonly<Record<FieldType, string>> = {
  string: `must be a string of at most ${maxPropertyText} characters`,
  number: 'must be a number',
  boolean: 'must be true or false',
  date: 'must be a date such as 2027-01-31 or 2027-01-31T09:30:00Z, in UTC',
}

export function undeclared(fields: Fields, key: string): string {
  const meant = findNearMiss(key, [...fields.keys()])
  if (meant !== undefined) return `is not a contact field; did you mean ${meant}?`
  return 'is not a contact field; declare it with POST /v1/contact-fields'
}

/** The value in stored form; undefined when it does not match the type. Dates are stored as timestamps. */
export function toValue(type: FieldType, given: unknown): PropertyValue | undefined {
  switch (type) {
    case 'string':
      return typeof given === 'string' && hasRoom(given) ? given : undefined
    case 'number':
      return typeof given === 'number' && Number.isFinite(given) ? given : undefined
    case 'boolean':
      return typeof given === 'boolean' ? given : undefined
    case 'date':
      return typeof given === 'string' ? toTimestamp(given) : undefined
  }
}

/** Counts characters, not UTF-16 code units. */
const hasRoom = (text: string): boolean =>
  text.length <= maxPropertyText || (text.length <= 2 * maxPropertyText && [...text].length <= maxPropertyText)

function toTimestamp(given: string): string | undefined {
  const timestamp = given.length === 10 ? `${given}T00:00:00Z` : given
  return isTimestamp(timestamp) ? new Date(timestamp).toISOString() : undefined
}

/** The largest number has 309 digits. */
const decimal = /^-?(?:\d{1,309})(?:\.\d{1,300})?$/

/** Parses a file cell or query value, where everything is text. */
export function parseValue(type: FieldType, text: string): PropertyValue | undefined {
  if (type === 'number') return decimal.test(text) ? toValue(type, Number(text)) : undefined
  if (type === 'boolean') return yesOrNo(text)
  return toValue(type, text)
}

/** A text whose byte order is the order of values of this type. */
export function toSortable(value: PropertyValue): string {
  if (typeof value !== 'number') return String(value)
  const bits = Buffer.alloc(8)
  bits.writeDoubleBE(value === 0 ? 0 : value)
  const bytes = bits.readBigUInt64BE()
  const isNegative = bytes >> 63n === 1n
  // The larger a negative number, the smaller its bits; positive numbers sort after all of them.
  const flipped = isNegative ? ~bytes & 0xffff_ffff_ffff_ffffn : bytes | 0x8000_0000_0000_0000n
  return flipped.toString(16).padStart(16, '0')
}
