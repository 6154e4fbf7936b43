import { expect, test } from 'vitest'
import { firstName, firstSender } from './first-values.ts'

const [open, verified] = [
  { name: 'new.test', verified_at: null },
  { name: 'acme.test', verified_at: '2026-11-15T09:30:00.000Z' },
]

test.each([
  ['as the last one', 'Acme <hello@acme.test>', [open, verified], 'Acme <hello@acme.test>'],
  ['of the domain that is verified', undefined, [open, verified], 'news@acme.test'],
  ['of the only domain', undefined, [open], 'news@new.test'],
  ['unknown without a domain', undefined, [], undefined],
])('the sender is %s', (_, last, domains, sender) => {
  expect(firstSender(last, domains)).toBe(sender)
})

test('the name says when it was begun', () => {
  expect(firstName(Date.parse('2026-11-15T12:00:00Z'))).toBe('Broadcast of November 15, 2026')
})
