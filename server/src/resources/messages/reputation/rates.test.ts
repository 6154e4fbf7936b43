import { expect, test } from 'vitest'
import { tooMany } from './rates.ts'
import { receiverFor } from './receiver.ts'

const rules = { maxBouncePercent: 5, maxComplaintPercent: 0.3 }

test.each([
  ['as many complaints as allowed', { sent: 1_000, bounced: 0, complained: 3 }],
  ['too few complaints to tell', { sent: 10, bounced: 0, complained: 2 }],
  ['as many bounces as allowed', { sent: 200, bounced: 10, complained: 0 }],
  ['complaints about mail that left before', { sent: 0, bounced: 0, complained: 3 }],
  ['too few bounces to tell', { sent: 10, bounced: 9, complained: 0 }],
])('%s: broadcasts continue', (_, rates) => {
  expect(tooMany(rates, rules)).toBeUndefined()
})

test.each([
  [
    { sent: 999, bounced: 0, complained: 3 },
    '3 of 999 (0.3 %) were reported as spam within a day, and 0.3 % is the limit',
  ],
  [{ sent: 1_999, bounced: 100, complained: 0 }, '100 of 1,999 (5.0 %) bounced within a day, and 5 % is the limit'],
])('%j: broadcasts are paused, with the reason', (rates, reason) => {
  expect(tooMany(rates, rules)).toMatch(reason)
})

test.each([
  ['ada@gmail.com', undefined, 'google'],
  ['ada@Hotmail.com', undefined, 'outlook'],
  ['ada@firm.example', 'google', 'google'],
  ['ada@firm.example', undefined, 'other'],
])('the receiver of %s, known to the transport as %s, is %s', (address, known, receiver) => {
  expect(receiverFor(address, known)).toBe(receiver)
})
