/** Requests made from an operation's own schemas: near enough to be understood, wrong often enough to do damage. */
import type { Operation } from '@posthorn/contract/operation'
import fc, { type Arbitrary } from 'fast-check'
import type { Ask } from '../http-client/client.ts'
import { fill, pathParams } from '../http-client/example-request.ts'

export type RandomRequest = { operation: Operation; asked: Ask & { method: string } }

/** `known` are ids of real objects; none of them is deleted, so that later requests find them. */
export function randomRequest(operation: Operation, known: readonly string[]): Arbitrary<RandomRequest> {
  const ids = operation.method === 'DELETE' && pathParams(operation).length === 1 ? [] : known
  return fc
    .record({
      params: fc.record(Object.fromEntries(pathParams(operation).map(name => [name, anyId(ids)]))),
      query: operation.query ? fc.option(queryOf(operation.query), { nil: '' }) : fc.constant(''),
      raw: operation.body ? bodyOf(operation) : fc.constant(undefined),
      idempotencyKey: fc.option(fc.string({ minLength: 1, maxLength: 20 }).map(encodeURIComponent), {
        freq: 5,
        nil: undefined,
      }),
    })
    .map(({ params, query, raw, idempotencyKey }) => ({
      operation,
      asked: {
        method: operation.method,
        path: `${fill(operation.path, params)}${query ? `?${query}` : ''}`,
        ...(raw !== undefined && { raw }),
        headers: {
          ...(raw !== undefined && { 'content-type': 'application/json' }),
          ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
        },
      },
    }))
}

const anyId = (ids: readonly string[]): Arbitrary<string> =>
  fc.oneof(
    ...(ids.length > 0 ? [{ weight: 5, arbitrary: fc.constantFrom(...ids) }] : []),
    fc.uuid({ version: 7 }),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }).map(encodeURIComponent),
    // Not encoded: may not even be HTTP. Without characters that would make it another path.
    fc.stringMatching(/^[\w%.~'()!*-]{1,20}$/).filter(text => !/^\.*$/.test(text)),
  )

/** The body as text: mostly by the schema with something wrong in it, sometimes other JSON, sometimes not JSON. */
function bodyOf(operation: Operation): Arbitrary<string> {
  const schema = operation.body as Node
  const example = fc.constant(operation.example?.body)
  return fc.oneof(
    { weight: 6, arbitrary: anyValueOf(schema).map(toText) },
    { weight: 2, arbitrary: example.map(toText) },
    { weight: 2, arbitrary: fc.json({ maxDepth: 4 }) },
    {
      weight: 1,
      arbitrary: fc.tuple(example.map(toText), fc.nat()).map(([text, at]) => text.slice(0, at % (text.length + 1))),
    },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }) },
  )
}

const toText = (value: unknown): string => JSON.stringify(value) ?? 'null'

const queryOf = (schema: object): Arbitrary<string> =>
  anyValueOf(schema as Node).map(value => {
    const query = new URLSearchParams()
    for (const [name, one] of Object.entries(Object(value))) query.append(name, text(one))
    return query.toString()
  })

const text = (value: unknown): string => (typeof value === 'string' ? value : toText(value))

type Node = {
  type?: string
  enum?: unknown[]
  const?: unknown
  format?: string
  anyOf?: Node[]
  properties?: Record<string, Node>
  items?: Node
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
}

/** Nine times out of ten a value of the schema; otherwise anything. */
const anyValueOf = (schema: Node): Arbitrary<unknown> =>
  fc.oneof(
    { weight: 9, arbitrary: wellFormed(schema) },
    { weight: 1, arbitrary: fc.oneof(fc.jsonValue({ maxDepth: 2 }), hostile) },
  )

const hostile = fc.constantFrom(
  ...[
    '',
    ' ',
    '\0',
    '\ud800',
    '\r\nX: 1',
    '__proto__',
    'constructor',
    "' or 1=1 --",
    '<%= 7*7 %>',
    '{{7*7}}',
    '%00',
    '../../x',
  ],
  ...[
    'x'.repeat(300),
    '🦊'.repeat(60),
    '\u202e',
    '1e400',
    'NaN',
    'null',
    '+14155552671',
    'a@b.co',
    '2027-02-29T00:00:00Z',
  ],
  ...[Number.MAX_SAFE_INTEGER, -1, 0.1, 1e308, Number.MIN_VALUE, null, true, [], {}],
)

function wellFormed(schema: Node): Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.properties) return objectOf(schema.properties)
  if (schema.anyOf && schema.type === undefined) return fc.oneof(...schema.anyOf.map(anyValueOf))
  switch (schema.type) {
    case 'string':
      return stringOf(schema)
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -10, max: schema.maximum ?? 1_000 })
    case 'number':
      return fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }))
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(anyValueOf(schema.items ?? {}), { maxLength: 4 })
    case 'object':
      return fc.dictionary(fc.string({ maxLength: 10 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 })
    default:
      return fc.jsonValue({ maxDepth: 3 })
  }
}

function objectOf(properties: Record<string, Node>): Arbitrary<object> {
  const known = fc.record(
    Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, anyValueOf(one)])),
    {
      requiredKeys: [],
    },
  )
  const unknown = fc.dictionary(fc.string({ maxLength: 12 }), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 2 })
  return fc.oneof(
    { weight: 4, arbitrary: known },
    fc.tuple(known, unknown).map(([a, b]) => ({ ...b, ...a })),
  )
}

function stringOf({ format, minLength = 0, maxLength = 40 }: Node): Arbitrary<string> {
  if (format === 'email') return fc.nat(99_999).map(nth => `fuzz.${nth}@example.com`)
  if (format === 'phone') return fc.integer({ min: 1_000_000, max: 999_999_999 }).map(digits => `+1${digits}`)
  if (format === 'date-time')
    return fc
      .date({ noInvalidDate: true, min: new Date(0), max: new Date('2099-01-01') })
      .map(date => date.toISOString())
  if (format) return fc.webUrl()
  return fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, 40) })
}
