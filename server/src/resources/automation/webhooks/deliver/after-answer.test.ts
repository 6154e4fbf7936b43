import { expect, test } from 'vitest'
import type { WebhookAnswer } from '#transports/webhook.ts'
import { isGone, nextOf, toAttempt } from './after-answer.ts'
import { attemptSchedule } from './schedule.ts'

const answered = (status: number, retryAfterMs?: number): WebhookAnswer => ({
  kind: 'answered',
  status,
  response: 'said',
  durationMs: 12.4,
  ...(retryAfterMs !== undefined && { retryAfterMs }),
})
const unanswered: WebhookAnswer = { kind: 'unanswered', error: 'The connection was refused.', durationMs: 3 }
const next = (answer: WebhookAnswer, tries = 1) => nextOf(answer, tries, 0.5, attemptSchedule)

test.each([200, 201, 202, 204, 299])('%i is a success', status => {
  expect(next(answered(status))).toEqual({ kind: 'delivered' })
})

test.each([100, 300, 301, 302, 304, 307, 308, 400, 401, 404, 429, 500, 503])('%i is retried', status => {
  expect(next(answered(status))).toEqual({ kind: 'again', inMs: 5_000 })
})

test('a missing answer is retried', () => {
  expect(next(unanswered)).toEqual({ kind: 'again', inMs: 5_000 })
})

test('410 fails at once', () => {
  expect(next(answered(410))).toEqual({ kind: 'failed' })
  expect(isGone(answered(410))).toBe(true)
})

test.each([429, 503])('the Retry-After of a %i is respected', status => {
  expect(next(answered(status, 90_000))).toEqual({ kind: 'again', inMs: 90_000 })
})

test.each([301, 400, 500])('the Retry-After of a %i is ignored', status => {
  expect(next(answered(status, 90_000))).toEqual({ kind: 'again', inMs: 5_000 })
})

test('the tenth failure is the last', () => {
  expect(next(answered(500), 10)).toEqual({ kind: 'failed' })
  expect(next(unanswered, 9)).toMatchObject({ kind: 'again' })
})

test('an attempt stores the answer or the error', () => {
  const at = new Date('2026-11-15T09:30:00.000Z')

  expect(toAttempt(answered(500), at)).toEqual({
    created_at: '2026-11-15T09:30:00.000Z',
    duration_ms: 12,
    success: false,
    status: 500,
    response: 'said',
  })
  expect(toAttempt(unanswered, at)).toEqual({
    created_at: '2026-11-15T09:30:00.000Z',
    duration_ms: 3,
    success: false,
    error: 'The connection was refused.',
  })
})
