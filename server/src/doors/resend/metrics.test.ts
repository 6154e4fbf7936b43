import { expect, test } from 'vitest'
import { type MetricsQuery, readQuery } from './metrics.ts'

const now = new Date('2027-01-31T12:00:00.000Z')

test('defaults: the last six days, all figures, by day', () => {
  expect(readQuery({}, now)).toMatchObject({
    ...{ start: '2027-01-25T12:00:00.000Z', end: '2027-01-31T12:00:00.000Z', granularity: 'daily', isByPeriod: false },
    metrics: expect.arrayContaining(['sent', 'unique_opened', 'bounce_rate']),
  })
})

test('an end date includes the whole day, and times respect their offset', () => {
  expect(readQuery({ start_date: '2027-01-01', end_date: '2027-01-02' }, now)).toMatchObject({
    ...{ start: '2027-01-01T00:00:00.000Z', end: '2027-01-03T00:00:00.000Z' },
  })
  expect(
    readQuery({ start_date: '2027-01-01T01:00:00+01:00', metrics: 'sent', dimensions: 'period' }, now),
  ).toMatchObject({
    ...{ start: '2027-01-01T00:00:00.000Z', metrics: ['sent'], isByPeriod: true },
  })
})

test.each<[MetricsQuery]>([
  [{ metrics: 'sent,suppressed' }],
  [{ metrics: 'toString' }],
  [{ dimensions: 'period,domain' }],
  [{ granularity: 'weekly' }],
  [{ timezone: 'Europe/Berlin' }],
  [{ email_id: 'x' }],
  [{ start_date: 'yesterday' }],
  [{ end_date: '2027-02-30' }],
  [{ end_date: '2027-13-01' }],
])('%j is refused with the field to change', query => {
  const [path] = Object.keys(query)
  expect(() => readQuery(query, now)).toThrow(
    expect.objectContaining({ details: [{ path, message: expect.any(String) }] }),
  )
})
