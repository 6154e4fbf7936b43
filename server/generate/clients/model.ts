/** The API as clients see it: resources with methods, and the types that they use. */
import { allOperations } from '@posthorn/contract/all-operations'
import { publishSchema, type Schema } from '@posthorn/contract/openapi/openapi-schema'
import type { ApiOperation } from '@posthorn/contract/operation'
import type { TSchema } from 'typebox'
import { clientName, pascalCase } from './naming.ts'
import { type Shape, shapeOf } from './shape.ts'

/** Whether a call with a lost answer may be repeated: as it is, thanks to its Idempotency-Key, or not at all. */
type Repeat = 'safe' | 'keyed' | 'once'

export type Answer =
  | { kind: 'value'; shape: Shape }
  | { kind: 'pages'; page: Shape; item: Shape }
  /** Octets, read as a whole or as a stream. */
  | { kind: 'octets' }
  | { kind: 'events' }

export type Method = {
  id: string
  name: string
  httpMethod: string
  path: string
  about: string
  params: readonly string[]
  body?: Shape
  query?: { name: string; shape: Shape; isRequired: boolean }
  repeat: Repeat
  answer: Answer
}
export type Resource = { name: string; methods: readonly Method[] }
type NamedType = { name: string; shape: Shape; about?: string }
export type Model = { resources: readonly Resource[]; types: readonly NamedType[] }

export function clientModel(): Model {
  const components = new Map<string, Schema>()
  const methods = allOperations.map(operation => ({
    resource: clientName(operation).resource,
    ...methodOf(operation, schema => shapeOf(publishSchema(schema, components)), components),
  }))
  const resources = [...Map.groupBy(methods, ({ resource }) => resource)].map(([name, own]) => ({ name, methods: own }))
  const types = [...components].map(([name, schema]) => named(name, schema))
  const queries = methods.flatMap(({ query }) => (query ? [{ name: query.name, shape: query.shape }] : []))
  return { resources, types: [...types, ...queries] }
}

function named(name: string, schema: Schema): NamedType {
  const { description } = schema
  return { name, shape: shapeOf(schema), ...(typeof description === 'string' && { about: description }) }
}

type Publish = (schema: TSchema) => Shape

function methodOf(operation: ApiOperation, publish: Publish, components: ReadonlyMap<string, Schema>): Method {
  const { id, method, path, body, query } = operation
  return {
    id,
    name: clientName(operation).method,
    httpMethod: method,
    path,
    about: [operation.summary + '.', operation.description, `Requires the permission \`${operation.permission}\`.`]
      .filter(Boolean)
      .join(' '),
    params: [...path.matchAll(/\{(\w+)\}/g)].map(match => match[1] ?? ''),
    ...(body && { body: publish(body) }),
    ...(query && { query: queryOf(id, publish(query)) }),
    repeat: repeatOf(operation),
    answer: answerOf(operation, publish, components),
  }
}

function queryOf(id: string, shape: Shape) {
  const isRequired = shape.kind === 'record' && shape.fields.some(field => field.isRequired)
  return { name: `${pascalCase(id)}Query`, shape, isRequired }
}

function repeatOf({ method, idempotent, repeatable }: ApiOperation): Repeat {
  if (idempotent) return 'keyed'
  return method === 'POST' && !repeatable ? 'once' : 'safe'
}

function answerOf(
  { reply, media, isEndless }: ApiOperation,
  publish: Publish,
  components: ReadonlyMap<string, Schema>,
): Answer {
  if (isEndless) return { kind: 'events' }
  if (media) return { kind: 'octets' }
  const shape = publish(reply)
  const whole = shape.kind === 'named' ? shapeOf(components.get(shape.name) ?? {}) : shape
  const item = itemOfPage(whole)
  return item ? { kind: 'pages', page: shape, item } : { kind: 'value', shape }
}

/** A page has its data, and says whether there is more. */
function itemOfPage(shape: Shape): Shape | undefined {
  if (shape.kind !== 'record' || !shape.fields.some(({ name }) => name === 'has_more')) return undefined
  const data = shape.fields.find(({ name }) => name === 'data')?.shape
  return data?.kind === 'list' ? data.of : undefined
}
