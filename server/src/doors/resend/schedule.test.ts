import { expect, test } from 'vitest'
import { Refusal } from '#core/refusal.ts'
import { momentOf, timeOf } from './schedule.ts'

const now = new Date('2026-11-15T09:30:00.000Z')

test.each([
  ['in 1 min', '2026-11-15T09:31:00.000Z'],
  ['in 10 minutes', '2026-11-15T09:40:00.000Z'],
  ['In an hour', '2026-11-15T10:30:00.000Z'],
  ['in 2 days', '2026-11-17T09:30:00.000Z'],
  ['in 1 week', '2026-11-22T09:30:00.000Z'],
  ['2027-01-31T09:30:00Z', '2027-01-31T09:30:00.000Z'],
  ['2027-01-31T09:30:00.123456+02:00', '2027-01-31T07:30:00.123Z'],
  ['2027-01-31T09:30:00', '2027-01-31T09:30:00.000Z'],
])('%s is %s', (text, moment) => {
  expect(momentOf(text, now)).toBe(moment)
})

test.each([
  '',
  'tomorrow at noon',
  'in 1 fortnight',
  'in many days',
  '2027-13-01T00:00:00Z',
  '2027-02-30T00:00:00Z',
  '1',
  `in ${'9'.repeat(99)} days`,
])('%j is refused with a hint', text => {
  expect(() => momentOf(text, now)).toThrow(Refusal)
})

test('an empty time is refused, not taken for none: the message would be sent at once', async () => {
  await expect(timeOf('', async () => now)).rejects.toThrow(Refusal)
  expect(await timeOf(null, async () => now)).toBeUndefined()
})
