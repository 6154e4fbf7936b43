import { expect, test } from 'vitest'
import { Refusal } from '#core/refusal.ts'
import { between } from './dates.ts'

test.each([
  ['2027-01-31', '2027-01-31T04:59:59.999Z', '2027-02-01T05:00:00.000Z'],
  ['2027-07-01', '2027-07-01T03:59:59.999Z', '2027-07-02T04:00:00.000Z'],
  ['2027-01-31T09:30:00', '2027-01-31T14:29:59.999Z', '2027-01-31T14:30:01.000Z'],
  ['2027-01-31T09:30', '2027-01-31T14:29:59.999Z', '2027-01-31T14:30:01.000Z'],
])('from and to %s', (text, created_after, created_before) => {
  expect(between(text, text)).toEqual({ created_after, created_before })
})

test('without dates there is no filter', () => {
  expect(between(undefined, undefined)).toEqual({})
})

test.each(['yesterday', '2027-13-01', '2027-02-30', '2027-02-29T10:00', '2027-01-31T25:00:00', '1'])(
  '%s is refused',
  text => {
    expect(() => between(text, undefined)).toThrow(Refusal)
  },
)
