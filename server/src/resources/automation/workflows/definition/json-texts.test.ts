import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isDeeperThan, replaceTexts } from './json-texts.ts'

test('each string is replaced with its path; keys and other values stay', () => {
  const body = { a: 'x', list: ['y', 1, null, { b: 'z' }], x: true }
  const places: string[] = []
  const replaced = replaceTexts(body, (text, path) => {
    places.push(path)
    return text.toUpperCase()
  })
  expect(replaced).toEqual({ a: 'X', list: ['Y', 1, null, { b: 'Z' }], x: true })
  expect(places).toEqual(['a', 'list.0', 'list.3.b'])
})

test('any JSON is unchanged when nothing is replaced', () => {
  fc.assert(
    fc.property(fc.json(), text => {
      expect(JSON.stringify(replaceTexts(JSON.parse(text), one => one))).toBe(JSON.stringify(JSON.parse(text)))
    }),
    { examples: [['{"__proto__":{"a":"b"}}']] },
  )
})

test('depth is counted up to the limit', () => {
  const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)])
  expect(isDeeperThan(32, nested(32))).toBe(false)
  expect(isDeeperThan(32, nested(33))).toBe(true)
})
