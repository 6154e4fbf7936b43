/** Every text, list and object that an operation accepts, found in its schemas, replaced by something hostile. */
import type { Operation } from '@posthorn/contract/operation'
import fc, { type Arbitrary } from 'fast-check'
import { exampleRequest } from '../http-client/example-request.ts'
import type { Hostile } from './send.ts'
import type { Attack } from './target.ts'
import { jsons, strings } from './texts.ts'

type Node = {
  type?: string
  enum?: unknown[]
  anyOf?: Node[]
  properties?: Record<string, Node>
  items?: Node
  additionalProperties?: unknown
}
type Path = readonly (string | number)[]

/** The places for a value: each property, the first item of each list, and the body as a whole. */
function placesIn(schema: Node, path: Path = []): Path[] {
  const inside = [
    ...Object.entries(schema.properties ?? {}).flatMap(([name, one]) => placesIn(one, [...path, name])),
    ...(schema.items ? placesIn(schema.items, [...path, 0]) : []),
    ...(schema.anyOf ?? []).flatMap(one => (one.type === 'null' ? [] : placesIn(one, path).slice(1))),
  ]
  return [path, ...inside]
}

export type Field = { operation: Operation; part: 'body' | 'query' | 'params'; path: Path }

export const fieldsOf = (operation: Operation): Field[] =>
  (['body', 'query', 'params'] as const).flatMap(part => {
    const schema = operation[part]
    if (!schema) return []
    // `as`: TypeBox's schemas are JSON schemas.
    const places = placesIn(schema as Node).filter(path => part === 'body' || path.length === 1)
    return places.map(path => ({ operation, part, path }))
  })

/** The URL must fit into the head of a request, which Node limits to 16 KiB. */
const maxInAddress = 12_000

/** JSON text: any value, or a text in quotes. */
const anyJson = (largest: number): Arbitrary<{ kind: string; json: string }> => {
  const size = sizes(largest)
  return fc.oneof(
    fc.record({ kind: fc.constantFrom(...Object.keys(strings)), size }).map(({ kind, size }) => ({
      kind: `${kind}, ${size}`,
      json: JSON.stringify(strings[kind]?.(size)),
    })),
    fc.record({ kind: fc.constantFrom(...Object.keys(jsons)), size }).map(({ kind, size }) => ({
      kind: `${kind}, ${size}`,
      json: jsons[kind]?.(size) ?? '',
    })),
  )
}

/** Small sizes are as frequent as large ones. */
export const sizes = (largest: number): Arbitrary<number> =>
  fc.double({ min: Math.log(10), max: Math.log(largest), noNaN: true }).map(power => Math.round(Math.exp(power)))

export function fieldAttack(field: Field, largest: number): Arbitrary<Attack> {
  const { operation, part, path } = field
  return anyJson(part === 'body' ? largest : maxInAddress).map(({ kind, json }) => {
    const about = `${operation.id} ${[part, ...path].join('.')}: ${kind}`
    return { about, run: async ({ send }) => [await send(requestWith(field, json), about)] }
  })
}

/** The example of the operation with this JSON in this place. */
function requestWith({ operation, part, path }: Field, json: string): Hostile {
  const { id, method } = operation
  const example = exampleRequest(operation)
  const body = operation.body && JSON.stringify(example.body)
  if (part === 'body')
    return { operation: id, method, path: example.path, body: replaced(example.body ?? {}, path, json) }
  const text = encodeURIComponent(json.replace(/^"|"$/g, '')).slice(0, maxInAddress)
  const at =
    part === 'query'
      ? `${example.path.split('?')[0]}?${path[0]}=${text}`
      : operation.path.replaceAll(/\{(\w+)\}/g, (_, name) => (name === path[0] ? text : 'none'))
  return { operation: id, method, path: at, ...(body && { body }) }
}

/** Replaces a mark, since the text may not be valid JSON. */
function replaced(example: unknown, path: Path, json: string): string {
  const mark = '\u{e000}'
  const put = (value: unknown, [first, ...rest]: Path): unknown => {
    if (first === undefined) return mark
    if (typeof first === 'number') return [put(Array.isArray(value) ? value[0] : {}, rest)]
    return { ...Object(Array.isArray(value) ? {} : value), [first]: put(Object(value)[first], rest) }
  }
  return JSON.stringify(put(example, path)).replace(JSON.stringify(mark), () => json)
}
