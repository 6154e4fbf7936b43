import { expect, test } from 'vitest'
import { networkMatcher } from '#core/networks.ts'
import { cpuNow } from '../../../testing/cpu-clock.ts'
import { clientAddress } from './client-address.ts'

const of = clientAddress(networkMatcher(['10.0.0.0/8', '2001:db8::/32']))

test.each([
  ['there is no header', '198.51.100.1', undefined, '198.51.100.1'],
  ['an untrusted client sends the header', '198.51.100.1', '203.0.113.9', '198.51.100.1'],
  ['a trusted proxy names the client', '10.0.0.1', '203.0.113.9', '203.0.113.9'],
  ['the proxy has an IPv4-mapped IPv6 address', '::ffff:10.0.0.1', '203.0.113.9', '203.0.113.9'],
  ['the client has forged a list before the proxy adds to it', '10.0.0.1', '1.1.1.1, 203.0.113.9', '203.0.113.9'],
  ['two trusted proxies are chained', '10.0.0.1', '203.0.113.9, 10.0.0.2', '203.0.113.9'],
  ['every address in the list is trusted', '10.0.0.1', '10.0.0.3,10.0.0.2', '10.0.0.3'],
  ['the proxy has an IPv6 address', '2001:db8::1', '2001:db9::9', '2001:db9::9'],
  ['addresses have ports', '10.0.0.1', '203.0.113.9:50123', '203.0.113.9'],
  ['addresses have ports and brackets', '10.0.0.1', '[2001:db9::9]:50123', '2001:db9::9'],
  ['the list holds no addresses', '10.0.0.1', 'unknown, <script>', '10.0.0.1'],
  ['the list ends with an empty entry', '10.0.0.1', '203.0.113.9, ', '10.0.0.1'],
  ['the list is empty', '10.0.0.1', '', '10.0.0.1'],
])('%s', (_, socketAddress, forwardedFor, expected) => {
  expect(of(socketAddress, forwardedFor)).toBe(expected)
})

test('a list of 16 KiB is parsed quickly', () => {
  const started = cpuNow()
  expect(of('10.0.0.1', '10.0.0.2,'.repeat(1_800))).toBe('10.0.0.1')
  expect(of('10.0.0.1', `203.0.113.9${',10.0.0.2'.repeat(1_800)}`)).toBe('203.0.113.9')
  expect(cpuNow() - started).toBeLessThan(100)
})
