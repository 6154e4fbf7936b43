import { expect, test } from 'vitest'
import { stylesheet } from './stylesheet.ts'

test('only the shared colors are used', () => {
  const used = new Set(Array.from(stylesheet.matchAll(/var\(--([\w-]+)\)/g), ([, name]) => name))
  const given = new Set(Array.from(stylesheet.matchAll(/--([\w-]+):/g), ([, name]) => name))

  expect([...used].filter(name => !given.has(name))).toEqual([])
  expect(stylesheet.split('*, *::before')[1]).not.toMatch(/#[0-9a-f]{3,8}\b/)
})
