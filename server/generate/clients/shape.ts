/** Reduces a schema of the contract to the few kinds of types that every language has. Any other schema stops the generator. */
import type { Schema } from '@posthorn/contract/openapi/openapi-schema'

export type Field = { name: string; isRequired: boolean; shape: Shape; about?: string }
export type Shape =
  | { kind: 'text' | 'number' | 'integer' | 'flag' | 'null' | 'anything' }
  | { kind: 'words'; words: readonly string[] }
  | { kind: 'named'; name: string }
  | { kind: 'list'; of: Shape }
  | { kind: 'map'; of: Shape }
  | { kind: 'record'; fields: readonly Field[] }
  | { kind: 'union'; of: readonly Shape[] }

/** The keywords that determine the type; all others only narrow or describe it. */
type Known = {
  $ref?: string
  type?: string
  enum?: string[]
  const?: string
  anyOf?: Schema[]
  oneOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  patternProperties?: Record<string, Schema>
}

const simple = { string: 'text', number: 'number', integer: 'integer', boolean: 'flag', null: 'null' } as const

export function shapeOf(schema: Schema): Shape {
  const known: Known = schema
  if (known.$ref !== undefined) return { kind: 'named', name: known.$ref.replace('#/components/schemas/', '') }
  if (known.enum) return { kind: 'words', words: known.enum }
  if (known.const !== undefined) return { kind: 'words', words: [known.const] }
  if (known.properties || known.type === 'object')
    return known.oneOf && !known.properties ? union(known.oneOf) : object(known)
  const choices = known.anyOf ?? known.oneOf
  if (choices) return union(choices)
  if (known.type === 'array') return { kind: 'list', of: shapeOf(known.items ?? {}) }
  if (known.type === undefined) return { kind: 'anything' }
  const kind = Object.entries(simple).find(([type]) => type === known.type)?.[1]
  if (!kind) throw new Error(`The clients have no type for ${JSON.stringify(schema)}.`)
  return { kind }
}

const union = (choices: readonly Schema[]): Shape => ({ kind: 'union', of: choices.map(shapeOf) })

function object({ properties, required = [], additionalProperties, patternProperties = {} }: Known): Shape {
  if (properties && Object.keys(properties).length > 0) {
    const fields = Object.entries(properties).map(([name, property]) => ({
      name,
      isRequired: required.includes(name),
      shape: shapeOf(property),
      ...(typeof property.description === 'string' && { about: property.description }),
    }))
    return { kind: 'record', fields }
  }
  const [values] = Object.values(patternProperties)
  if (values) return { kind: 'map', of: shapeOf(values) }
  return {
    kind: 'map',
    of: typeof additionalProperties === 'object' ? shapeOf(additionalProperties) : { kind: 'anything' },
  }
}
