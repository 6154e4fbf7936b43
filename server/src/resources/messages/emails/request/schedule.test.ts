import { describe, expect, test } from 'vitest'
import { faultyPaths, noon, read } from './reading.fixture.ts'

const at = (scheduled_for: string) => read({ scheduled_for }).scheduledFor
const fromNoon = (milliseconds: number) => new Date(noon.getTime() + milliseconds).toISOString()

describe('scheduled_for', () => {
  test.each([
    [208, '2027-01-02T00:00:00Z', '2027-01-02T00:00:00.000000Z'],
    [209, '2027-01-02T00:00:00.1Z', '2027-01-02T00:00:00.100000Z'],
    [210, '2027-01-02T00:00:00.123Z', '2027-01-02T00:00:00.123000Z'],
    [211, '2027-01-02T00:00:00.123456Z', '2027-01-02T00:00:00.123456Z'],
    [212, '2027-01-02T00:00:00.123456789Z', '2027-01-02T00:00:00.123456Z'],
    [213, '2028-02-29T12:00:00Z', '2028-02-29T12:00:00.000000Z'],
    [214, '2400-02-29T00:00:00Z', '2400-02-29T00:00:00.000000Z'],
    [247, '9999-12-31T23:59:59Z', '9999-12-31T23:59:59.000000Z'],
    [248, '9999-12-31T23:59:59.999999999Z', '9999-12-31T23:59:59.999999Z'],
    [254, '2027-01-01T12:00:01Z', '2027-01-01T12:00:01.000000Z'],
    ['a microsecond from now', '2027-01-01T12:00:00.000001Z', '2027-01-01T12:00:00.000001Z'],
  ])('is cut to microseconds: %s %s', (_, text, cut) => {
    expect(at(text)).toBe(cut)
  })

  test('that is left out means at once', () => {
    expect(read({}).scheduledFor).toBeNull()
  })

  test.each([
    ['now', fromNoon(0)],
    ['a second ago (252)', fromNoon(-1000)],
    ['5 minutes ago', fromNoon(-300_000)],
    ['a little less than 5 minutes ago', '2027-01-01T11:55:00.000001Z'],
  ])('up to 5 minutes in the past means at once: %s', (_, text) => {
    expect(at(text)).toBeNull()
  })

  test.each([
    ['5 minutes and a millisecond', fromNoon(-300_001)],
    ['5 minutes and a microsecond', '2027-01-01T11:54:59.999999Z'],
    ['a year', '2026-01-01T12:00:00Z'],
    ['all the way', '0001-01-01T00:00:00Z'],
  ])('further in the past is refused (253): %s', (_, text) => {
    expect(faultyPaths({ scheduled_for: text })).toEqual(['scheduled_for'])
  })
})
