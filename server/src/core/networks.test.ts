import { expect, test } from 'vitest'
import { isNetwork, networkMatcher, networkOf } from './networks.ts'

test.each(['10.0.0.0/8', '192.0.2.7', '0.0.0.0/0', '2001:db8::/32', '::1', '::/0'])('%s is a network', text => {
  expect(isNetwork(text)).toBe(true)
})

test.each([
  '',
  'proxy.test',
  '10.0.0.0/33',
  '10.0.0.0/',
  '10.0.0.0/8/8',
  '10.0.0/8',
  '2001:db8::/129',
  'fe80::1%eth0',
  '/8',
])('%j is not a network', text => expect(isNetwork(text)).toBe(false))

test.each([
  ['10.1.2.3', true],
  ['::ffff:10.1.2.3', true],
  ['11.0.0.1', false],
  ['192.0.2.7', true],
  ['192.0.2.8', false],
  ['2001:db8::5', true],
  ['2001:db9::5', false],
  ['nonsense', false],
  ['', false],
])('%s is in the networks: %s', (address, expected) => {
  expect(networkMatcher(['10.0.0.0/8', '192.0.2.7', '2001:db8::/32'])(address)).toBe(expected)
})

test('an empty list contains no address', () => {
  expect(networkMatcher([])('10.1.2.3')).toBe(false)
})

test.each([
  ['2001:db8::1', '2001:db8:0:0'],
  ['2001:db8::2', '2001:db8:0:0'],
  ['2001:0DB8:0:0:ffff::', '2001:db8:0:0'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:3::', '2001:db8:1:3'],
  ['::1', '0:0:0:0'],
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
])('%s is counted as %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
