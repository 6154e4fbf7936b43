import { expect, test } from 'vitest'
import { readEventData } from './event-data.ts'

test.each([
  ['', {}],
  [' \n', {}],
  ['{}', { data: {} }],
  [' {"total": 49.5, "items": [{"name": "Ink"}]} ', { data: { total: 49.5, items: [{ name: 'Ink' }] } }],
])('the event data %j is taken', (text, expected) => {
  expect(readEventData(text)).toEqual(expected)
})

test.each([
  ['{"total": 49.5', 'not valid JSON'],
  ["{'total': 49.5}", 'double quotes'],
  ['total: 49.5', 'not valid JSON'],
  ['[1, 2]', 'an object in braces'],
  ['null', 'an object in braces'],
  ['"paid"', 'an object in braces'],
])('for the event data %j the field says what to write', (text, expected) => {
  expect(readEventData(text)).toEqual({ fault: expect.stringContaining(expected) })
})
