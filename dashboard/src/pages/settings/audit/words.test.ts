import { expect, test } from 'vitest'
import { inWords, originOf, valueInWords } from './words.ts'

test.each([
  [undefined, '–'],
  [null, '–'],
  [false, 'no'],
  [['email.sent', 'email.opened'], 'email.sent, email.opened'],
  [[], '–'],
  [0, '0'],
  [{ a: 1 }, '{"a":1}'],
])('%j is shown as %s', (value, text) => {
  expect(valueInWords(value)).toBe(text)
})

test('a contract name becomes words, and an origin has its IP address if known', () => {
  expect(inWords('broadcast_rules')).toBe('Broadcast rules')
  expect(originOf({ source: { via: 'api', ip_address: '203.0.113.9' } })).toBe('API, 203.0.113.9')
  expect(originOf({ source: { via: 'command_line' } })).toBe('Command line')
})
