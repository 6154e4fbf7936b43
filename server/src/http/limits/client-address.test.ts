import { expect, test } from 'vitest'
import { networkMatcher } from '#core/networks.ts'
import { cpuNow } from '../../../testing/cpu-clock.ts'
import { clientAddress } from './client-address.ts'

const of = clientAddress(networkMatcher(['10.0.0.0/8', '2001:db8::/32']))

test.each([
  ['nobody says anything else', '198.51.100.1', undefined, '198.51.100.1'],
  ['a stranger says something else', '198.51.100.1', '203.0.113.9', '198.51.100.1'],
  ['our proxy says who it was', '10.0.0.1', '203.0.113.9', '203.0.113.9'],
  ['our proxy is called in IPv6 clothes', '::ffff:10.0.0.1', '203.0.113.9', '203.0.113.9'],
  ['the reader has made up a list before our proxy adds to it', '10.0.0.1', '1.1.1.1, 203.0.113.9', '203.0.113.9'],
  ['two of our proxies stand in a row', '10.0.0.1', '203.0.113.9, 10.0.0.2', '203.0.113.9'],
  ['everybody in the list is ours', '10.0.0.1', '10.0.0.3,10.0.0.2', '10.0.0.3'],
  ['our proxy speaks IPv6', '2001:db8::1', '2001:db9::9', '2001:db9::9'],
  ['there are ports', '10.0.0.1', '203.0.113.9:50123', '203.0.113.9'],
  ['there are ports and brackets', '10.0.0.1', '[2001:db9::9]:50123', '2001:db9::9'],
  ['the list is not one of addresses', '10.0.0.1', 'unknown, <script>', '10.0.0.1'],
  ['the list ends in nothing', '10.0.0.1', '203.0.113.9, ', '10.0.0.1'],
  ['the list is empty', '10.0.0.1', '', '10.0.0.1'],
])('%s', (_, socketAddress, forwardedFor, expected) => {
  expect(of(socketAddress, forwardedFor)).toBe(expected)
})

test('a list of 16 KiB is read at once', () => {
  const started = cpuNow()
  expect(of('10.0.0.1', '10.0.0.2,'.repeat(1_800))).toBe('10.0.0.1')
  expect(of('10.0.0.1', `203.0.113.9${',10.0.0.2'.repeat(1_800)}`)).toBe('203.0.113.9')
  expect(cpuNow() - started).toBeLessThan(100)
})
