import { expect, test } from 'vitest'
import { dueFor } from './local-time.ts'

test.each([
  [{ timezone: 'America/New_York' }, '2027-01-31T14:00:00.000Z'],
  [{ timezone: 'nonsense' }, '2027-01-31T08:00:00.000Z'],
  [{}, '2027-01-31T08:00:00.000Z'],
  [null, '2027-01-31T08:00:00.000Z'],
])('9:00 for a contact with %o', (properties, moment) => {
  const local = { time: '2027-01-31T09:00', timezone: 'Europe/Berlin', field: 'timezone' }

  expect(dueFor(local, { properties }).toISOString()).toBe(moment)
})
