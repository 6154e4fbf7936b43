import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonText } from './json-text.ts'

test('what is short stays on one line, and the outermost never does', () => {
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

test('it says the same as JSON', () => {
  fc.assert(
    fc.property(fc.jsonValue(), value => {
      expect(JSON.parse(jsonText(value))).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
})
