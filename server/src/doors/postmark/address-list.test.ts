import { expect, test } from 'vitest'
import { cpuNow } from '../../../testing/cpu-clock.ts'
import { addressesIn } from './address-list.ts'

test.each([
  ['ada@example.com', ['ada@example.com']],
  ['a@example.com, b@example.com,c@example.com', ['a@example.com', 'b@example.com', 'c@example.com']],
  ['Ada <ada@example.com>', ['ada@example.com']],
  ['"Lovelace, Ada" <ada@example.com>, b@example.com', ['ada@example.com', 'b@example.com']],
  ['"A \\", B" <a@example.com>,b@example.com', ['a@example.com', 'b@example.com']],
  ['Ada <ada@example.com>; Bob <bob@example.com>', ['Ada <ada@example.com>; Bob <bob@example.com>']],
  ['"never closed, b@example.com', ['"never closed, b@example.com']],
  [' , ,', undefined],
  ['', undefined],
  [null, undefined],
])('%j', (list, addresses) => {
  expect(addressesIn(list)).toEqual(addresses)
})

test.each([
  ['commas', ','.repeat(1_000_000)],
  ['quotes', '"'.repeat(1_000_001)],
  ['backslashes in quotes', `"${'\\'.repeat(1_000_000)}`],
  ['angle brackets', '<'.repeat(1_000_000)],
  ['spaces', `<a>${' '.repeat(1_000_000)}b`],
])('endless %s are parsed quickly', (_, list) => {
  const begin = cpuNow()
  addressesIn(list)
  expect(cpuNow() - begin).toBeLessThan(1_000)
})

test('of a list that is too long, only as much is taken apart as shows that', () => {
  expect(addressesIn('a@b.co, '.repeat(6_000))).toHaveLength(100)
})
