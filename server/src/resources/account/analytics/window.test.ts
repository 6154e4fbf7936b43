import { expect, test } from 'vitest'
import { hourMs } from './hours.ts'
import { momentOf, split } from './window.ts'

const at = (time: string) => new Date(`2026-11-15T${time}Z`)

test.each([
  ['everything', {}, { hours: {}, rest: [] }],
  ['whole hours', ['09:00', '11:00'], { hours: ['09:00', '11:00'], rest: [] }],
  ['from within an hour', ['09:10', undefined], { hours: ['10:00', undefined], rest: [['09:10', '10:00']] }],
  ['until within an hour', [undefined, '09:10'], { hours: [undefined, '09:00'], rest: [['09:00', '09:10']] }],
  [
    'within hours at both ends',
    ['09:10', '11:50'],
    {
      hours: ['10:00', '11:00'],
      rest: [
        ['09:10', '10:00'],
        ['11:00', '11:50'],
      ],
    },
  ],
  [
    'over the turn of an hour',
    ['09:10', '10:50'],
    {
      hours: ['10:00', '10:00'],
      rest: [
        ['09:10', '10:00'],
        ['10:00', '10:50'],
      ],
    },
  ],
  ['within one hour', ['09:10', '09:50'], { rest: [['09:10', '09:50']] }],
  ['from within an hour to its end', ['09:10', '10:00'], { hours: ['10:00', '10:00'], rest: [['09:10', '10:00']] }],
  ['no time at all', ['09:10', '09:10'], { rest: [] }],
  ['an end before its start', ['11:00', '09:00'], { rest: [] }],
] as const)('a window is split into whole hours and the rests at both ends: %s', (_, window, parts) => {
  const span = (pair: readonly (string | undefined)[] | object) => {
    const [from, until] = Array.isArray(pair) ? pair : []
    return { from: from && at(`${from}:00.000`), until: until && at(`${until}:00.000`) }
  }
  const expected = {
    ...('hours' in parts && { whole: span(parts.hours) }),
    rest: parts.rest.map(span),
  }

  expect(split(span(window), hourMs)).toEqual(expected)
})

test.each([
  ['2026-11-15T09:10:00Z', '09:10:00.000'],
  ['2026-11-15T09:10:00.5Z', '09:10:00.500'],
  ['2026-11-15T09:10:00.123Z', '09:10:00.123'],
  ['2026-11-15T09:10:00.123000Z', '09:10:00.123'],
  ['2026-11-15T09:10:00.123001Z', '09:10:00.124'],
  ['2026-11-15T09:59:59.9999Z', '10:00:00.000'],
])('a moment finer than a millisecond is rounded up: %s', (timestamp, expected) => {
  expect(momentOf(timestamp)).toEqual(at(expected))
})
