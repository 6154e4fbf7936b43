import { expect, test } from 'vitest'
import { isMagicAddress, simulatedSmsWord, simulatedWord } from './simulation.ts'

test.each([
  ['bounced@example.com', 'bounced'],
  ['BOUNCED@Example.COM', 'bounced'],
  ['bounced+42@shop.test', 'bounced'],
  ['complained+a+b@deep.shop.test', 'complained'],
  ['suppressed@example.com', 'suppressed'],
  ['delayed@example.com', 'delayed'],
  ['failed@example.com', 'failed'],
  ['opened@example.com', 'opened'],
  ['clicked@example.com', 'clicked'],
  ['delivered@example.com', 'delivered'],
])('%s is a magic address for %s', (address, word) => {
  expect(simulatedWord(address)).toBe(word)
  expect(isMagicAddress(address)).toBe(true)
})

test.each([
  'ada@example.com',
  'bounced@acme.com',
  'bounced@notexample.com',
  'bounced@example.com.acme.com',
  'bounced@attest',
  'bounced.2@example.com',
  'unbounced@example.com',
  '+bounced@example.com',
])('%s is an ordinary address, which is delivered', address => {
  expect(simulatedWord(address)).toBe('delivered')
  expect(isMagicAddress(address)).toBe(false)
})

test.each([
  ['+15005550001', 'failed'],
  ['+15005550004', 'opted_out'],
  ['+15005550006', 'delivered'],
  ['+15005550009', 'undelivered'],
  ['+15005550002', 'delivered'],
  ['+4915005550001', 'delivered'],
])('the number %s gives %s', (number, word) => {
  expect(simulatedSmsWord(number)).toBe(word)
})
