import { expect, test } from 'vitest'
import { shapeOf } from './shape.ts'
import { printed } from './typescript-types.ts'

test.each([
  [{ type: 'string', maxLength: 3 }, 'string'],
  [{ type: 'integer' }, 'number'],
  [{ enum: ['a', 'b'], type: 'string' }, "'a' | 'b'"],
  [{ const: 'delay', type: 'string' }, "'delay'"],
  [{ type: 'array', items: { enum: ['a', 'b'] } }, "('a' | 'b')[]"],
  [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'string | null'],
  [{ type: 'object', additionalProperties: true }, '{ [name: string]: unknown }'],
  [{ type: 'object', patternProperties: { '^.*$': { type: 'string' } } }, '{ [name: string]: string }'],
  [{ type: 'object', oneOf: [{ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/B' }] }, 'A | B'],
  [
    // Dependencies between fields are beyond the types of most languages.
    { type: 'object', properties: { a: { type: 'boolean' } }, oneOf: [{ required: ['a'] }] },
    '{\n  a?: boolean | undefined\n}',
  ],
  [{ description: 'any JSON' }, 'unknown'],
])('%j is %s in TypeScript', (schema, text) => {
  expect(printed(shapeOf(schema))).toBe(text)
})

test('a schema without a type in the clients stops the generator', () => {
  expect(() => shapeOf({ type: 'date' })).toThrow(/no type for/)
})
