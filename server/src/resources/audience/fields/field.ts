/** A field of contacts: what its values are, how they are read from what somebody writes, and how they sort. */
import type { FieldType } from '@posthorn/contract/audience/contact-fields'
import { maxPropertyText, type PropertyValue } from '@posthorn/contract/audience/contact-properties'
import { isTimestamp } from '@posthorn/contract/formats'

export type Field = {
  id: string
  key: string
  type: FieldType
  fallback: PropertyValue | null
  createdAt: Date
  updatedAt: Date
}

/** Of one environment, by their keys. */
export type Fields = ReadonlyMap<string, Field>

export const expected: Readonly<Record<FieldType, string>> = {
  string: `must be a string of at most ${maxPropertyText} characters`,
  number: 'must be a number',
  boolean: 'must be true or false',
  date: 'must be a date such as 2027-01-31 or 2027-01-31T09:30:00Z, in UTC',
}

/** As it is kept; undefined for what is not of the type. A date is kept as a timestamp. */
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

/** Characters, not halves of them. */
const hasRoom = (text: string): boolean =>
  text.length <= maxPropertyText || (text.length <= 2 * maxPropertyText && [...text].length <= maxPropertyText)

function toTimestamp(given: string): string | undefined {
  const timestamp = given.length === 10 ? `${given}T00:00:00Z` : given
  return isTimestamp(timestamp) ? new Date(timestamp).toISOString() : undefined
}

const decimal = /^-?(?:\d{1,300})(?:\.\d{1,300})?$/

/** What stands in a cell of a file or in a query, where everything is text. */
export function parseValue(type: FieldType, text: string): PropertyValue | undefined {
  if (type === 'number') return decimal.test(text) ? toValue(type, Number(text)) : undefined
  if (type === 'boolean') return { true: true, false: false }[text.toLowerCase()]
  return toValue(type, text)
}

/** A text that sorts, byte by byte, as the values of its type do. */
export function toSortable(value: PropertyValue): string {
  if (typeof value !== 'number') return String(value)
  const bits = Buffer.alloc(8)
  bits.writeDoubleBE(value === 0 ? 0 : value)
  const bytes = bits.readBigUInt64BE()
  const isNegative = bytes >> 63n === 1n
  // The larger a negative number, the smaller its bits; positive ones come behind all of them.
  const flipped = isNegative ? ~bytes & 0xffff_ffff_ffff_ffffn : bytes | 0x8000_0000_0000_0000n
  return flipped.toString(16).padStart(16, '0')
}
