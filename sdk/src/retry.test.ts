import { expect, test } from 'vitest'
import { ApiError, ConnectionError, TimeoutError } from './errors.ts'
import { type Failure, pauseBeforeRetry } from './retry.ts'

const apiError = (status: number, headers: Record<string, string> = {}) =>
  new ApiError({ status, headers: new Headers(headers) }, { code: 'x', message: 'x' }, Date.UTC(2026, 0, 1))
const lost = new ConnectionError('x', { cause: new TypeError('fetch failed', { cause: code('ECONNRESET') }) })
const refused = new ConnectionError('x', { cause: new TypeError('fetch failed', { cause: code('ECONNREFUSED') }) })
const late = new TimeoutError('x')

function code(word: string): Error {
  return Object.assign(new Error(word), { code: word })
}

const pause = (error: unknown, failure: Partial<Failure> = {}, chance = 0) =>
  pauseBeforeRetry({ error, repeat: 'safe', retries: 0, maxRetries: 3, msLeft: 120_000, ...failure }, chance)

test.each([
  ['a lost connection', lost, true, false],
  ['silence', late, true, false],
  ['a connection that was never made', refused, true, true],
  ['408', apiError(408), true, true],
  ['a temporary 409', apiError(409), true, true],
  ['a permanent 409', apiError(409, { 'x-should-retry': 'false' }), false, false],
  ['429', apiError(429), true, true],
  ['429 for a quota', apiError(429, { 'x-should-retry': 'false' }), false, false],
  ['500', apiError(500), true, false],
  ['503', apiError(503, { 'retry-after': '2' }), true, false],
  ['400', apiError(400), false, false],
  ['404', apiError(404), false, false],
  ['a bug', new TypeError('x'), false, false],
])('%s is retried only where that is safe', (_name, error, safe, once) => {
  expect(pause(error) !== undefined).toBe(safe)
  expect(pause(error, { repeat: 'keyed' }) !== undefined).toBe(safe)
  expect(pause(error, { repeat: 'once' }) !== undefined).toBe(once)
})

test.each([
  ['domain_not_verified', 403, {}, false],
  ['validation_error', 400, {}, false],
  ['insufficient_credits', 402, {}, false],
  ['not_found', 404, {}, false],
  ['request_timeout', 408, {}, true],
  ['concurrent_idempotent_requests', 409, {}, true],
  ['contact_exists', 409, { 'x-should-retry': 'false' }, false],
  ['rate_limit_exceeded', 429, {}, true],
  ['daily_quota_exceeded', 429, { 'x-should-retry': 'false' }, false],
  ['internal_error', 500, {}, true],
  ['service_unavailable', 503, {}, true],
])('%s (%i) says whether the same request can succeed later', (_code, status, headers, isRetryable) => {
  expect(apiError(status, headers).isRetryable).toBe(isRetryable)
})

test('pauses double up to eight seconds, each up to half as long by chance', () => {
  const pauses = [0, 1, 2, 3, 4, 5].map(retries => pause(lost, { retries, maxRetries: 9 }, 1))

  expect(pauses).toEqual([500, 1_000, 2_000, 4_000, 8_000, 8_000])
  expect(pause(lost, {}, 0)).toBe(250)
})

test.each([
  ['retry-after-ms', '1500', 1_500],
  ['retry-after', '3', 3_000],
  ['retry-after', 'Thu, 01 Jan 2026 00:00:04 GMT', 4_000],
  ['retry-after', 'Thu, 01 Jan 2015 00:00:04 GMT', 0],
  ['retry-after', 'soon', 250],
])('the pause follows the header %s: %s', (name, value, ms) => {
  expect(pause(apiError(503, { [name]: value }))).toBe(ms)
})

test('the pause is never shorter than requested, and has jitter', () => {
  expect(pause(apiError(503, { 'retry-after': '10' }), {}, 1)).toBe(11_000)
})

test('there is no retry after more than a minute, beyond the deadline, or after the last retry', () => {
  expect(pause(apiError(429, { 'retry-after': '60' }), { msLeft: 7_200_000 })).toBe(60_000)
  expect(pause(apiError(429, { 'retry-after': '61' }), { msLeft: 7_200_000 })).toBeUndefined()
  expect(pause(apiError(503, { 'retry-after': '2' }), { msLeft: 1_999 })).toBeUndefined()
  expect(pause(lost, { retries: 3 })).toBeUndefined()
})
