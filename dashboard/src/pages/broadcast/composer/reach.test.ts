import { expect, test } from 'vitest'
import { leftOut, recipients } from './reach.ts'

test('excluded contacts are listed by reason, largest first', () => {
  const excluded = [
    { reason: 'suppressed', count: 42 },
    { reason: 'unsubscribed', count: 1_311 },
    { reason: 'no_address', count: 0 },
  ] as const

  expect(leftOut('email', excluded)).toEqual(['1,311 unsubscribed', '42 on the suppression list'])
  expect(leftOut('sms', excluded)).toEqual(['1,311 unsubscribed', '42 opted out or suppressed'])
})

test.each([
  [0, '0 recipients'],
  [1, '1 recipient'],
  [12_480, '12,480 recipients'],
])('%d: %s', (number, words) => {
  expect(recipients(number)).toBe(words)
})
