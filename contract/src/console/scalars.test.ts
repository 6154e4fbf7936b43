import { expect, test } from 'vitest'
import { Name } from './scalars.ts'

const pattern = new RegExp(String(Object(Name).pattern), 'u')

test.each([
  ['Ada', true],
  ['  Ada Lovelace ', true],
  ['<b>Ada</b>', true],
  ['愛', true],
  ['', false],
  ['   ', false],
  ['Ada\nLovelace', false],
  ['\u202eadA', false],
  ['\tAda', false],
])('%j as a name: %s', (text, isName) => {
  expect(pattern.test(text)).toBe(isName)
})

test('a long invalid name is refused in under 500 ms', () => {
  for (const text of ['a', ' ', ' a'].map(one => `${one.repeat(30_000)}\u0001`)) {
    const before = performance.now()
    expect(pattern.test(text)).toBe(false)
    expect(performance.now() - before).toBeLessThan(500)
  }
})
