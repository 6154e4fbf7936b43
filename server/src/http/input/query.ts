/** Query values are text: they are read as the types that the schema asks for, and nothing more is made of them. */
import type { TSchema } from 'typebox'
import { invalid } from '#core/refusal.ts'
import { faultOfText } from '../body/json-inspection.ts'

type Property = { type?: string; format?: string }
type Query = Record<string, unknown>

/** Only the fields of the schema, once it is known that the rest is to be ignored. */
export function knownOnly(schema: TSchema, query: Query): Query {
  const properties: object = Object(Object(schema).properties)
  return Object.fromEntries(Object.entries(query).filter(([name]) => Object.hasOwn(properties, name)))
}

/** `raw` is the query as it was sent, `parsed` what the server has made of it. */
export function readQuery(schema: TSchema, parsed: Query, raw: string): Query {
  const properties: Record<string, Property> = Object(Object(schema).properties)
  const entries = Object.entries(parsed).map(([name, value]) => {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined
    return [name, typeof value === 'string' ? readValue(property, name, value, raw) : value]
  })
  return Object.fromEntries(entries)
}

const wholeNumber = /^-?\d{1,15}$/

function readValue(property: Property | undefined, name: string, value: string, raw: string): unknown {
  // A cursor is never stored or searched for: whatever is wrong with one, it is an invalid cursor.
  const fault = name === 'cursor' ? undefined : faultOfText(value)
  if (fault) throw invalid({ path: name, message: fault })
  if (property?.type === 'integer' && wholeNumber.test(value)) return Number(value)
  if (property?.type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true'
  // Addresses and numbers hold no spaces: a raw plus, which a query turns into one, was meant as a plus.
  if (property?.format && value.includes(' ')) return new URLSearchParams(raw.replaceAll('+', '%2B')).get(name)
  return value
}
