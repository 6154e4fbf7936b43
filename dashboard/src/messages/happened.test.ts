import type { EmailEventType } from '@posthorn/contract/event-names'
import { expect, test } from 'vitest'
import { statusInWords } from '#status/message-status.tsx'
import { happened, nameOfEvent } from './happened.ts'

const namesOf = (transport: string, types: readonly EmailEventType[]) =>
  happened(types.map(type => ({ type, data: { transport } }))).map(nameOfEvent)

test('what was captured is not told as sent and delivered', () => {
  expect(namesOf('capture', ['sent', 'delivered', 'opened'])).toEqual(['Captured', 'Opened'])
  expect(namesOf('relay', ['sent', 'delivery_delayed', 'delivered'])).toEqual(['Sent', 'Delivery delayed', 'Delivered'])
})

test('a status says so, too', () => {
  expect(statusInWords('delivered', true)).toBe('Captured')
  expect(statusInWords('delivered')).toBe('Delivered')
  expect(statusInWords('failed', true)).toBe('Failed')
})
