import { expect, test } from 'vitest'
import { leftOut, reachOf, recipients } from './reach.ts'

test('excluded contacts are listed by reason, largest first', () => {
  const excluded = [
    { reason: 'suppressed', count: 42 },
    { reason: 'unsubscribed', count: 1_311 },
    { reason: 'no_address', count: 0 },
  ] as const

  expect(leftOut('email', excluded)).toEqual(['1,311 not subscribed', '42 on the suppression list'])
  expect(leftOut('sms', excluded)).toEqual(['1,311 not subscribed', '42 opted out or suppressed'])
})

test.each([
  [0, '0 recipients'],
  [1, '1 recipient'],
  [12_480, '12,480 recipients'],
])('%d: %s', (number, words) => {
  expect(recipients(number)).toBe(words)
})

test('without an audience there is no count', () => {
  expect(reachOf({ broadcast: {}, recipients: 14 })).toBe('Choose an audience')
  expect(reachOf({ broadcast: { everyone: false }, recipients: 14 })).toBe('Choose an audience')
  expect(reachOf({ broadcast: { everyone: true }, recipients: 14 })).toBe('14 recipients')
})
