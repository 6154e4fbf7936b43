import type { TSchema } from 'typebox'

/** A field as the reference shows it: its type, whether it is required, and its limits. */
export type Field = {
  name: string
  type: string
  required: boolean
  limits: string[]
  values: string[]
  description?: string
  children: Field[]
}

type Node = {
  type?: string
  format?: string
  description?: string
  default?: unknown
  enum?: string[]
  const?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  maxProperties?: number
  items?: Node
  anyOf?: Node[]
  /** Distinguished by their field `type`. */
  oneOf?: Node[]
  properties?: Record<string, Node>
  additionalProperties?: Node | boolean
  required?: string[]
}

/** The fields of an object, or of the objects in a list. */
export function fieldsOf(schema: TSchema | undefined): Field[] {
  return schema ? childrenOf(schema as Node) : [] // the contract uses only these keywords
}

function childrenOf(node: Node): Field[] {
  const { properties, required = [], oneOf } = objectIn(node) ?? {}
  if (oneOf && !properties) return fieldsOfKinds(oneOf)
  return Object.entries(properties ?? {}).map(([name, property]) => toField(name, property, required.includes(name)))
}

/** Fields that all kinds share are listed once. The others are listed with the name of their kind. */
function fieldsOfKinds(kinds: readonly Node[]): Field[] {
  const typeIn = (kind: Node) => valuesOf(kind.properties?.type ?? {})[0] ?? ''
  const names = [...new Set(kinds.flatMap(kind => Object.keys(kind.properties ?? {})))]
  return names.flatMap(name => {
    const having = kinds.flatMap(kind => {
      const property = kind.properties?.[name]
      return property ? [{ type: typeIn(kind), property, required: kind.required?.includes(name) ?? false }] : []
    })
    const [first] = having
    if (!first) return []
    if (name === 'type') return [{ ...toField(name, first.property, true), values: having.map(one => one.type) }]
    const isShared =
      new Set(having.map(one => JSON.stringify(one.property))).size === 1 && having.length === kinds.length
    if (isShared) return [toField(name, first.property, first.required)]
    return having.map(one => toField(`${name} (${one.type})`, one.property, one.required))
  })
}

function objectIn(node: Node): Node | undefined {
  if (node.properties || node.oneOf) return node
  if (node.items) return objectIn(node.items)
  return node.anyOf?.map(objectIn).find(found => found !== undefined)
}

function toField(name: string, node: Node, required: boolean): Field {
  const description = node.description ?? node.anyOf?.[0]?.description
  return {
    name,
    type: typeOf(node),
    required,
    limits: limitsOf(node),
    values: valuesOf(node),
    ...(description !== undefined && { description }),
    children: childrenOf(node),
  }
}

const formatNames: Record<string, string> = {
  email: 'email address',
  'date-time': 'timestamp',
  phone: 'phone number',
  'https-url': 'https address',
  'http-url': 'web address',
}

function typeOf(node: Node): string {
  if (node.anyOf && !node.type) return node.anyOf.map(typeOf).join(' or ')
  if (node.type === 'array') return `array of ${plural(typeOf(node.items ?? {}))}`
  if (node.format) return formatNames[node.format] ?? node.format
  if (node.type === 'object' && typeof node.additionalProperties === 'object') {
    return `object of ${plural(typeOf(node.additionalProperties))}`
  }
  return node.type ?? 'any JSON'
}

const plural = (noun: string): string => (noun.endsWith('s') ? `${noun}es` : `${noun}s`)

const valuesOf = (node: Node): string[] =>
  node.enum ??
  (node.const === undefined ? undefined : [node.const]) ??
  node.items?.enum ??
  node.anyOf?.flatMap(valuesOf) ??
  []

function limitsOf(node: Node): string[] {
  const of = [node, ...(node.anyOf ?? [])]
  return [
    ...new Set(of.flatMap(ownLimits)),
    ...(node.default === undefined ? [] : [`default ${JSON.stringify(node.default).replaceAll('"', '')}`]),
  ]
}

/** A format implies its length, so the length is not repeated. */
function ownLimits(node: Node): string[] {
  return [
    ...(node.format ? [] : range(node.minLength, node.maxLength, 'character')),
    ...range(node.minItems, node.maxItems, 'entry'),
    ...range(undefined, node.maxProperties, 'entry'),
    ...range(node.minimum, node.maximum, ''),
    ...(node.items && !node.items.format
      ? range(node.items.minLength, node.items.maxLength, 'character').map(each)
      : []),
  ]
}

const each = (limit: string): string => `each ${limit}`
const units: Record<string, string> = { character: ' characters', entry: ' entries', '': '' }

function range(low: number | undefined, high: number | undefined, unit: string): string[] {
  const many = units[unit] ?? ''
  if (high !== undefined && low !== undefined) return [`${low} to ${high}${many}`]
  if (high !== undefined) return [`at most ${high}${many}`]
  if (low === 1 && unit === 'character') return ['not empty']
  return low === undefined ? [] : [`at least ${low}${many}`]
}
