import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonText } from './json-text.ts'

test('short values stay on one line, except the outermost', () => {
  const value = { to: ['ada@example.com'], data: {}, ids: [{ id: 1 }], text: 'x'.repeat(60), list: ['x'.repeat(60)] }

  expect(jsonText(value)).toBe(`{
  "to": ["ada@example.com"],
  "data": {},
  "ids": [{ "id": 1 }],
  "text": "${'x'.repeat(60)}",
  "list": [
    "${'x'.repeat(60)}"
  ]
}`)
})

test('it parses to the same value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), value => {
      expect(JSON.parse(jsonText(value))).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
})
