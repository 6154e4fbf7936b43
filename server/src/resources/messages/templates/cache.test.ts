import { expect, test } from 'vitest'
import { weightedCache } from './cache.ts'

const compiled = (subject: string) => ({ subject })

test('the least recently used entry is removed first, and the limit is never exceeded', () => {
  const cache = weightedCache<object>(10)
  const a = compiled('a')
  cache.set('a', a, 4)
  cache.set('b', compiled('b'), 4)
  expect(cache.get('a')).toBe(a)

  cache.set('c', compiled('c'), 4)

  expect(cache.get('b')).toBeUndefined()
  expect(cache.get('a')).toBe(a)
  expect(cache.get('c')).toBeDefined()
})

test('an entry that does not fit at all is not kept, and setting it twice counts once', () => {
  const cache = weightedCache<object>(10)
  cache.set('large', compiled('x'), 11)
  expect(cache.get('large')).toBeUndefined()

  for (let nth = 0; nth < 5; nth++) cache.set('a', compiled('a'), 6)
  cache.set('b', compiled('b'), 4)

  expect(cache.get('a')).toBeDefined()
  expect(cache.get('b')).toBeDefined()
})
