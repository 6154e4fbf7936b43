import type { EmailEventType } from '@posthorn/contract/event-names'
import { expect, test } from 'vitest'
import { statusInWords } from '#status/message-status.tsx'
import { happened, nameOfEvent } from './happened.ts'

const namesOf = (transport: string, types: readonly EmailEventType[]) =>
  happened(types.map(type => ({ type, data: { transport } }))).map(nameOfEvent)

test('a captured message is not shown as sent and delivered', () => {
  expect(namesOf('capture', ['sent', 'delivered', 'opened'])).toEqual(['Captured', 'Opened'])
  expect(namesOf('relay', ['sent', 'delivery_delayed', 'delivered'])).toEqual(['Sent', 'Delivery delayed', 'Delivered'])
})

test('the status of a captured message is Captured', () => {
  expect(statusInWords('delivered', true)).toBe('Captured')
  expect(statusInWords('delivered')).toBe('Delivered')
  expect(statusInWords('failed', true)).toBe('Failed')
})
