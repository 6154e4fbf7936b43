/** Turns an error of Ajv into a message that says what to do. */
import { formats } from '@posthorn/contract/formats'
import type { ErrorObject } from 'ajv'
import { findNearMiss } from '#core/near-miss.ts'
import type { Expected } from './schema-words.ts'

/** The parts of a schema that messages use. */
type Node = {
  expected?: Expected
  title?: string
  const?: unknown
  properties?: Record<string, Node>
  patternProperties?: Record<string, Node>
  oneOf?: Node[]
}

const expectedOf = ({ expected }: Node, value: unknown): string | undefined =>
  typeof expected === 'function' ? expected(value) : expected

function requiredMessage(missing: Node = {}): string {
  const expected = expectedOf(missing, undefined)
  return expected === undefined ? 'is required' : `is required: it ${expected}`
}

function unknownMessage(name: string, { properties = {}, patternProperties = {} }: Node): string {
  const meant = findNearMiss(name, Object.keys(properties))
  if (meant !== undefined) return `is not a field; did you mean ${meant}?`
  const titles = Object.values(patternProperties).flatMap(({ title }) => title ?? [])
  return `is not a field; expected ${[...Object.keys(properties), ...titles].join(', ')}`
}

export function messageOf(error: ErrorObject): string {
  const { keyword, params, data } = error
  // `as`: the schema is one of ours, and only these parts are read.
  const schema = (error.parentSchema ?? {}) as Node
  if (keyword === 'required') return requiredMessage(schema.properties?.[params.missingProperty])
  if (keyword === 'additionalProperties') return unknownMessage(params.additionalProperty, schema)
  if (keyword === 'discriminator') return kindMessage(params.tag, params.tagValue, schema)
  return expectedOf(schema, data) ?? defaultMessage(error)
}

/** For an object whose kind is missing or unknown. */
function kindMessage(tag: string, given: unknown, { oneOf = [] }: Node): string {
  const expected = oneOfMessage(
    oneOf.map(kind => String(kind.properties?.[tag]?.const)),
    given,
  )
  return given === undefined ? requiredMessage({ expected }) : expected
}

export function oneOfMessage(words: readonly string[], given: unknown): string {
  const meant = typeof given === 'string' ? findNearMiss(given, words) : undefined
  return `must be one of ${words.join(', ')}${meant === undefined ? '' : `; did you mean ${meant}?`}`
}

function defaultMessage({ keyword, params, parentSchema, data, message }: ErrorObject): string {
  switch (keyword) {
    case 'type':
      return `must be ${article(String(params.type))}`
    case 'format':
      return formats[params.format as keyof typeof formats].expected
    case 'pattern':
      if (params.pattern === '\\S') return 'must not be empty'
      return parentSchema?.format
        ? formats[parentSchema.format as keyof typeof formats].expected
        : `must match ${params.pattern}`
    case 'enum':
      return oneOfMessage(params.allowedValues, data)
    case 'const':
      return `must be ${JSON.stringify(params.allowedValue)}`
    case 'minLength':
      return params.limit === 1 ? 'must not be empty' : `must have at least ${params.limit} characters`
    case 'maxLength':
      return `must have at most ${params.limit} characters`
    case 'minItems':
      return params.limit === 1 ? 'must not be empty' : `must have at least ${params.limit} entries`
    case 'maxItems':
      return `must have at most ${params.limit} entries`
    case 'minProperties':
      return `needs at least one of ${Object.keys(parentSchema?.properties ?? {}).join(', ')}`
    case 'maxProperties':
      return `must have at most ${params.limit} entries`
    case 'minimum':
      return `must be at least ${params.limit}`
    case 'maximum':
      return `must be at most ${params.limit}`
    default:
      return message ?? 'is not valid'
  }
}

const articles: Record<string, string> = {
  string: 'a string',
  boolean: 'true or false',
  number: 'a number',
  integer: 'a whole number',
  object: 'an object',
  array: 'an array',
  null: 'null',
}
export const article = (type: string): string => articles[type] ?? type
