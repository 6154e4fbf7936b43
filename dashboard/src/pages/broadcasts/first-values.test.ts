import { expect, test } from 'vitest'
import { firstName, firstSender } from './first-values.ts'

const [open, verified] = [
  { name: 'new.test', verified_at: null },
  { name: 'acme.test', verified_at: '2026-11-15T09:30:00.000Z' },
]

test.each([
  ['at the verified domain', [open, verified], 'news@acme.test'],
  ['at the only domain', [open], 'news@new.test'],
  ['empty without a domain', [], undefined],
])('the sender is %s', (_, domains, sender) => {
  expect(firstSender(domains)).toBe(sender)
})

test('the default name has the date', () => {
  expect(firstName(Date.parse('2026-11-15T12:00:00Z'))).toBe('Broadcast of November 15, 2026')
})
