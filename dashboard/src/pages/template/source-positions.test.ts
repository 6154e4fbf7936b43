import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changeBetween, offsetOf } from './source-positions.ts'

test('the change between two texts turns one into the other', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n') })
  fc.assert(
    fc.property(text, text, (before, after) => {
      const { from, to, insert } = changeBetween(before, after)
      expect(before.slice(0, from) + insert + before.slice(to)).toBe(after)
    }),
  )
})

test('the change is minimal', () => {
  expect(changeBetween('one two three', 'one 2 three')).toEqual({ from: 4, to: 7, insert: '2' })
  expect(changeBetween('aa', 'aaa')).toEqual({ from: 2, to: 2, insert: 'a' })
  expect(changeBetween('same', 'same')).toEqual({ from: 4, to: 4, insert: '' })
})

test('a line and column become an offset, also beyond the end', () => {
  const source = 'one\ntwo\nthree'
  expect(offsetOf(source, 1, 1)).toBe(0)
  expect(offsetOf(source, 2, 3)).toBe(6)
  expect(offsetOf(source, 2, 99)).toBe(7)
  expect(offsetOf(source, 9, 2)).toBe(9)
  expect(offsetOf('', 1, 1)).toBe(0)
})
