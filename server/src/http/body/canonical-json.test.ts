import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalJson, canonicalPieces } from './canonical-json.ts'

test('the order of keys does not matter, the order of entries does', () => {
  expect(canonicalJson({ b: [1, 2], a: { d: null, c: 'x' } })).toBe('{"a":{"c":"x","d":null},"b":[1,2]}')
  expect(canonicalJson([2, 1])).toBe('[2,1]')
})

test('the pieces join to the whole text', () => {
  fc.assert(
    fc.property(fc.jsonValue(), value => {
      expect([...canonicalPieces(value)].join('')).toBe(canonicalJson(value))
    }),
  )
})

test.each(['x', '"', 'é', '😀', 'a😀'])('a long text of %s is split into short pieces', part => {
  const text = part.repeat(600_001)

  const pieces = [...canonicalPieces({ html: text, list: [], object: {} })]

  expect(pieces.join('')).toBe(canonicalJson({ html: text, list: [], object: {} }))
  expect(Math.max(...pieces.map(piece => piece.length))).toBeLessThanOrEqual(512 * 1024)
  expect(pieces.every(piece => piece.isWellFormed())).toBe(true)
})
