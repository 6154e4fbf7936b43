import type { EmailEventType, SmsEventType } from '@posthorn/contract/event-names'
import { expect, test } from 'vitest'
import { inWords, statusInWords } from '#status/message-status.tsx'
import { shownEvents } from './shown-events.ts'

const namesOf = (transport: string, types: readonly EmailEventType[]) =>
  shownEvents({ events: types.map(type => ({ type, data: { transport } })) }).map(({ name }) => name)

test('a captured message is not shown as sent and delivered', () => {
  expect(namesOf('capture', ['sent', 'delivered', 'opened'])).toEqual(['Captured', 'Opened'])
  expect(namesOf('relay', ['sent', 'delivery_delayed', 'delivered'])).toEqual(['Sent', 'Delayed', 'Delivered'])
})

test.each([
  [true, ['Delayed', 'Captured']],
  [undefined, ['Delayed', 'Sent', 'Delivered']],
])('a text message of a carrier with any name, captured %s: %j', (isCaptured, names) => {
  const types: SmsEventType[] = ['delivery_delayed', 'sent', 'delivered']
  const events = types.map(type => ({ type, data: { carrier: 'office-phone' } }))

  expect(shownEvents({ events, isCaptured }).map(({ name }) => name)).toEqual(names)
})

test('the status of a captured message is Captured', () => {
  expect(statusInWords('delivered', true)).toBe('Captured')
  expect(statusInWords('delivered')).toBe('Delivered')
  expect(statusInWords('failed', true)).toBe('Failed')
})

test.each([
  ['delivery_delayed', 'Delayed'],
  ['complained', 'Spam complaint'],
  ['opted_out', 'Opted out'],
])('%s is called %s', (word, term) => {
  expect(inWords(word)).toBe(term)
})
