import { expect, test } from 'vitest'
import { inShort, isCovered, toggle } from './subscriptions.ts'

test('an event comes by its name, its kind or the star', () => {
  expect(isCovered(['email.bounced'], 'email.bounced')).toBe(true)
  expect(isCovered(['email.*'], 'email.bounced')).toBe(true)
  expect(isCovered(['*'], 'sms.sent')).toBe(true)
  expect(isCovered(['email.*', 'sms.failed'], 'sms.sent')).toBe(false)
})

test('choosing a kind takes the place of its single events', () => {
  expect(toggle(['email.bounced', 'sms.sent', 'email.opened'], 'email.*')).toEqual(['sms.sent', 'email.*'])
  expect(toggle(['sms.sent', 'email.*'], 'email.*')).toEqual(['sms.sent'])
})

test('leaving one event out of a kind keeps all the others by name', () => {
  const left = toggle(['suppression.*', 'sms.sent'], 'suppression.created')
  expect(left).toEqual(['sms.sent', 'suppression.deleted'])
})

test('a single event is added and taken away', () => {
  expect(toggle([], 'sms.sent')).toEqual(['sms.sent'])
  expect(toggle(['sms.sent'], 'sms.sent')).toEqual([])
})

test('everything takes the place of all else', () => {
  expect(toggle(['sms.sent', 'email.*'], '*')).toEqual(['*'])
  expect(toggle(['*'], '*')).toEqual([])
})

test.each([
  [['*'], 'Everything'],
  [['email.*'], 'email.*'],
  [['email.bounced', 'email.opened', 'sms.*'], 'email.bounced and 2 more'],
])('%j is said in short', (subscriptions, words) => {
  expect(inShort(subscriptions)).toBe(words)
})
