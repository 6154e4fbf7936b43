import { expect, test } from 'vitest'
import { cpuNow } from '../../../testing/cpu-clock.ts'
import { bareAddress } from './bare-address.ts'

test.each([
  ' ada@example.com ',
  '<ada@example.com>',
  'Ada Lovelace <ada@example.com> ',
  'Ada<ada@example.com>',
  'Acme, Inc. <ada@example.com>',
  'Ada @ Acme <ada@example.com>',
  'ada@example.com <ada@example.com>',
  '"Doe, Ada" <ada@example.com>',
  '"<Ada> \\"bob@example.com\\"" <ada@example.com>',
])('%s is one recipient', text => {
  expect(bareAddress(text)).toBe('ada@example.com')
})

test.each([
  'Ada <ada@example.com>, Bob <bob@example.com>',
  'Ada <ada@example.com>; Bob <bob@example.com>',
  'Ada <ada@example.com> Bob <bob@example.com>',
  '"Ada" <ada@example.com>, "Bob" <bob@example.com>',
  '"Ada" ada@example.com, "Bob" <bob@example.com>',
  'ada@example.com, Bob <bob@example.com>',
  '"Ada" Lovelace <ada@example.com>',
  'nope@@@ <nope@@@>',
  '"never closed <bob@example.com> <ada@example.com>',
  'ada@example.com, bob@example.com',
  'a > b',
])('%s is not one recipient, and is left for the schema to refuse', text => {
  expect(bareAddress(text)).toBe(text)
})

test.each([
  ['quotes', '"'.repeat(1_000_000)],
  ['backslashes in quotes', `"${'\\'.repeat(1_000_000)}`],
  ['angle brackets', '<'.repeat(1_000_000)],
  ['at signs', ' @ '.repeat(500_000)],
  ['spaces', `a${' '.repeat(1_000_000)}b`],
])('endless %s are parsed quickly', (_, name) => {
  const begin = cpuNow()
  bareAddress(`${name}<ada@example.com>`)
  expect(cpuNow() - begin).toBeLessThan(1_000)
})
