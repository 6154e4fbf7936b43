import { expect, test } from 'vitest'
import type { Field } from '#resources/audience/fields/field.ts'
import { laterFor } from './local-time.ts'

const local = { time: '2027-01-31T09:00', timezone: 'Europe/Berlin', field: 'timezone' }

test.each([
  [{ timezone: 'America/New_York' }, '2027-01-31T14:00:00.000Z'],
  [{ timezone: 'nonsense' }, '2027-01-31T08:00:00.000Z'],
  [{}, '2027-01-31T08:00:00.000Z'],
  [null, '2027-01-31T08:00:00.000Z'],
])('9:00 for a contact with %o', (properties, moment) => {
  expect(laterFor(local, { properties }, new Map()).at.toISOString()).toBe(moment)
})

test('a contact without a zone has the fallback of the field', () => {
  const now = new Date(0)
  const field: Field = {
    id: '1',
    key: 'timezone',
    type: 'string',
    fallback: 'Asia/Tokyo',
    createdAt: now,
    updatedAt: now,
  }
  const zoneFor = (properties: Record<string, string> | null) =>
    laterFor(local, { properties }, new Map([[field.key, field]])).waitsFor

  expect(zoneFor(null)).toBe('local time 2027-01-31 09:00 in Asia/Tokyo')
  expect(zoneFor({})).toBe('local time 2027-01-31 09:00 in Asia/Tokyo')
  expect(zoneFor({ timezone: 'America/New_York' })).toBe('local time 2027-01-31 09:00 in America/New_York')
})
