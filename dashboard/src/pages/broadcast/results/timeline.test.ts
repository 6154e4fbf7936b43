import { expect, test } from 'vitest'
import { timelineOf } from './timeline.ts'

const hour = (start: string, opened: number) => ({ start, sent: 0, delivered: 0, opened, clicked: 0 })
const opens = (...hours: ReturnType<typeof hour>[]) => timelineOf(hours).steps.map(({ opened }) => opened)

test('hours without events are included', () => {
  const hours = [hour('2026-11-15T10:00:00.000Z', 5), hour('2026-11-15T13:00:00.000Z', 2)]

  expect(opens(...hours)).toEqual([5, 0, 0, 2])
  expect(timelineOf(hours)).toMatchObject({
    unit: 'hour',
    steps: [{ at: Date.parse('2026-11-15T10:00:00Z') }, {}, {}, {}],
  })
})

test('after three days the steps are days', () => {
  const hours = [
    hour('2026-11-15T10:00:00.000Z', 5),
    hour('2026-11-15T23:00:00.000Z', 3),
    hour('2026-11-18T10:00:00.000Z', 1),
  ]

  expect(timelineOf(hours).unit).toBe('day')
  expect(opens(...hours)).toEqual([8, 0, 0, 1])
})

test('without events there are no steps', () => {
  expect(opens()).toEqual([])
})
