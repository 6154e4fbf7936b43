import { expect, test } from 'vitest'
import { eventKinds, inShort, isCovered, toggle } from './subscriptions.ts'

test('an event is covered by its name, its kind or *', () => {
  expect(isCovered(['email.bounced'], 'email.bounced')).toBe(true)
  expect(isCovered(['email.*'], 'email.bounced')).toBe(true)
  expect(isCovered(['*'], 'sms.sent')).toBe(true)
  expect(isCovered(['email.*', 'sms.failed'], 'sms.sent')).toBe(false)
})

test('custom events can be chosen as a kind, and those already chosen by name are listed', () => {
  const ofPrograms = (chosen: readonly string[]) => eventKinds(chosen).at(-1)
  expect(ofPrograms([])).toEqual({ kind: 'custom', group: 'custom.*', names: [] })
  expect(ofPrograms(['email.*', 'custom.order.paid', 'custom.*'])?.names).toEqual(['custom.order.paid'])
  expect(toggle(['custom.order.paid'], 'custom.*')).toEqual(['custom.*'])
  expect(toggle(['custom.*'], 'custom.*')).toEqual([])
})

test('choosing a kind replaces its single events', () => {
  expect(toggle(['email.bounced', 'sms.sent', 'email.opened'], 'email.*')).toEqual(['sms.sent', 'email.*'])
  expect(toggle(['sms.sent', 'email.*'], 'email.*')).toEqual(['sms.sent'])
})

test('removing one event from a kind keeps all the others by name', () => {
  const left = toggle(['suppression.*', 'sms.sent'], 'suppression.created')
  expect(left).toEqual(['sms.sent', 'suppression.deleted'])
})

test('a single event is added and removed', () => {
  expect(toggle([], 'sms.sent')).toEqual(['sms.sent'])
  expect(toggle(['sms.sent'], 'sms.sent')).toEqual([])
})

test('everything replaces all other subscriptions', () => {
  expect(toggle(['sms.sent', 'email.*'], '*')).toEqual(['*'])
  expect(toggle(['*'], '*')).toEqual([])
})

test.each([
  [['*'], 'Everything'],
  [['email.*'], 'email.*'],
  [['email.bounced', 'email.opened', 'sms.*'], 'email.bounced and 2 more'],
])('%j has a short form', (subscriptions, words) => {
  expect(inShort(subscriptions)).toBe(words)
})
