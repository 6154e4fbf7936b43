import { expect, test } from 'vitest'
import { asLocalTime } from '#time/local-time.ts'
import { firstWhen, sendOf } from './when.ts'

const now = new Date(2026, 10, 15, 17, 30)
const draft = { state: 'draft', scheduled_for: null } as const

test('a draft is sent now; its suggested time is tomorrow morning', () => {
  expect(firstWhen(draft, now, 'Europe/Berlin')).toEqual({
    kind: 'now',
    time: '2026-11-16T09:00',
    timezone: 'Europe/Berlin',
  })
  expect(sendOf(firstWhen(draft, now, 'Europe/Berlin'), {}, now.getTime())).toEqual({})
})

test('a scheduled broadcast keeps its time', () => {
  const scheduled_for = new Date(2026, 11, 1, 8, 5, 37).toISOString()
  const when = firstWhen({ state: 'scheduled', scheduled_for }, now, 'UTC')

  expect(when).toMatchObject({ kind: 'at', time: '2026-12-01T08:05' })
  expect(sendOf(when, {}, now.getTime())).toEqual({ scheduled_for })
})

test('a broadcast in the time zones of its recipients keeps time and fallback zone', () => {
  const scheduled = { state: 'scheduled', scheduled_for: '2026-11-15T00:00:00.000Z' } as const
  const when = firstWhen({ ...scheduled, local_time: '2026-11-20T09:00', timezone: 'Asia/Tokyo' }, now, 'UTC')

  expect(sendOf(when, {}, now.getTime())).toEqual({ local_time: '2026-11-20T09:00', timezone: 'Asia/Tokyo' })
})

test.each([
  ['at', '', 'UTC', /date and time/],
  ['at', asLocalTime(new Date(2026, 10, 15, 17, 29)), 'UTC', /has passed/],
  ['local', '2026-11-20T09:00', '', /zone/],
] as const)('%s %s %s is not sent', (kind, time, timezone, problem) => {
  expect(sendOf({ kind, time, timezone }, {}, now.getTime())).toEqual({ problem: expect.stringMatching(problem) })
})

test('the time zones of recipients cannot be combined with a pace', () => {
  const when = { kind: 'local', time: '2026-11-20T09:00', timezone: 'UTC' } as const

  expect(sendOf(when, { pace: { over: '6h' } }, now.getTime())).toEqual({
    problem: expect.stringMatching(/a pace or an A\/B test/),
  })
})
