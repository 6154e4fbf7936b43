import { expect, test } from 'vitest'
import { initialsOf } from './initials.ts'

test.each([
  ['Ada Lovelace', 'AL'],
  ['  ada  king lovelace', 'AK'],
  ['Grace', 'G'],
  ['👩‍🚀 Sally Ride', '👩‍🚀S'],
  ['E\u0301mile Zola', 'E\u0301Z'],
])('of %j: %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
