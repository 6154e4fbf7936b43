/** Query values are text. They are converted to the types of the schema and nothing else. */
import type { TSchema } from 'typebox'
import { invalid } from '#core/refusal.ts'
import { faultOfText } from '../body/json-inspection.ts'

type Property = { type?: string; format?: string }
type Query = Record<string, unknown>

/** Drops the fields that the schema does not have. */
export function knownOnly(schema: TSchema, query: Query): Query {
  const properties: object = Object(Object(schema).properties)
  return Object.fromEntries(Object.entries(query).filter(([name]) => Object.hasOwn(properties, name)))
}

/** `raw` is the query as sent, `parsed` the server's reading of it. */
export function readQuery(schema: TSchema, parsed: Query, raw: string): Query {
  const properties: Record<string, Property> = Object(Object(schema).properties)
  const entries = Object.entries(parsed).map(([name, value]) => {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (property && Array.isArray(value)) throw invalid({ path: name, message: 'must be given only once' })
    return [name, typeof value === 'string' ? readValue(property, name, value, raw) : value]
  })
  return Object.fromEntries(entries)
}

const wholeNumber = /^-?\d{1,15}$/

/** Typed or pasted by people, spaces around it come along. */
const trimmed = 'search'

function readValue(property: Property | undefined, name: string, value: string, raw: string): unknown {
  // A cursor is never stored or searched for, so any fault makes it an invalid cursor.
  const fault = name === 'cursor' ? undefined : faultOfText(value)
  if (fault) throw invalid({ path: name, message: fault })
  if (name === trimmed) return value.trim()
  if (property?.type === 'integer' && wholeNumber.test(value)) return Number(value)
  if (property?.type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true'
  // Addresses and phone numbers contain no spaces, so a raw plus, which query parsing turns into a space, is a plus.
  if (property?.format && value.includes(' ')) return new URLSearchParams(raw.replaceAll('+', '%2B')).get(name)
  return value
}
