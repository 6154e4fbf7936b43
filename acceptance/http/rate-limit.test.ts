import { account, type RateLimit } from '@posthorn/contract/account'
import { beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { onSharedDatabase, startApi } from '../faults/roles.ts'
import type { Answer } from '../http-client/answer.ts'
import { ask, client } from '../http-client/client.ts'
import { expectShape } from '../http-client/reply-shape.ts'
import { newEmail } from '../http-client/unique.ts'
import { createKey, createOrganization, type Organization, posthorn } from '../service/operator.ts'
import { avoidHourEnd } from './rate-limit-hour.ts'

const { url, testKey, dataDir } = inject('service')

beforeEach(() => avoidHourEnd(url, testKey), 60_000)

/** On Free. Each of their keys has its own count and is used by only one test. */
let free: Organization[]

beforeAll(async () => {
  free = await Promise.all(Array.from({ length: 3 }, () => createOrganization(dataDir, 'free')))
})

const limits = ({ headers }: Answer<unknown>) => ({
  limit: Number(headers['ratelimit-limit']),
  remaining: Number(headers['ratelimit-remaining']),
  reset: Number(headers['ratelimit-reset']),
})

const countOf = (answers: readonly Answer<unknown>[], status: number) =>
  answers.filter(answer => answer.status === status).length

const many = (count: number, request: (nth: number) => Promise<Answer<unknown>>) =>
  Promise.all(Array.from({ length: count }, (_, nth) => request(nth)))

test('Free, 100 an hour: of 200 at once exactly 100 pass, and a forged address does not help', async () => {
  const { test_key = '' } = { ...free[0] }

  const answers = await many(200, nth =>
    ask(url, {
      path: '/v1/contacts',
      key: test_key,
      headers: { 'x-forwarded-for': `10.0.0.${nth}`, forwarded: 'for=1' },
    }),
  )

  expect([countOf(answers, 200), countOf(answers, 429)]).toEqual([100, 100])
  const passed = answers.filter(({ status }) => status === 200).map(answer => limits(answer).remaining)
  expect(passed.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, nth) => nth))
  const refused = answers.find(({ status }) => status === 429) as Answer
  expect(refused.body).toMatchObject({ code: 'rate_limit_exceeded', error: { code: 'rate_limit_exceeded' } })
  const { limit, remaining, reset } = limits(refused)
  expect([limit, remaining]).toEqual([100, 0])
  expect(Math.abs(Number(refused.headers['retry-after']) - reset)).toBeLessThanOrEqual(1)
  expect(refused.headers['x-should-retry']).not.toBe('false')
})

test('every answer to a key carries the three headers, and they count down one by one', async () => {
  const { live_key = '' } = { ...free[0] }
  const api = client(url, live_key)

  const answers = [
    await api.get('/v1/contacts'),
    await api.post('/v1/contacts', { email: newEmail() }),
    await api.post('/v1/contacts', { email: 'nonsense' }),
    await api.get('/v1/contacts/nobody'),
    await api.get('/v1/emails'),
    await api.ask({ method: 'POST', path: '/v1/contacts', raw: '{', headers: { 'content-type': 'application/json' } }),
    await api.ask({ method: 'HEAD', path: '/v1/contacts' }),
    await api.ask({ method: 'POST', path: '/v1/contacts', raw: 'x', headers: { 'content-type': 'text/plain' } }),
  ]

  expect(answers.map(limits).map(({ limit }) => limit)).toEqual(answers.map(() => 100))
  expect(answers.map(limits).map(({ remaining }) => remaining)).toEqual(answers.map((_, nth) => 99 - nth))
  for (const { reset } of answers.map(limits)) {
    expect(reset).toBeGreaterThanOrEqual(1)
    expect(reset).toBeLessThanOrEqual(3600)
  }
})

test('a key has its own count, and requests without a good key use up nobody’s', async () => {
  const organization = free[1] as Organization
  const second = await createKey(dataDir, organization, 'test')
  const read = (key: string) => client(url, key).get('/v1/contacts')

  await many(20, () => read(organization.test_key))
  await many(20, () => ask(url, { path: '/v1/contacts' }))
  await many(20, () => read(`${organization.test_key}x`))

  expect(limits(await read(organization.test_key)).remaining).toBe(79)
  expect(limits(await read(organization.live_key)).remaining).toBe(99)
  expect(limits(await read(second.key)).remaining).toBe(99)
})

test('a key that lacks the permission is counted, and told its count', async () => {
  const { key } = await createKey(dataDir, free[1] as Organization, 'test', 'account:read')

  const refused = await client(url, key).get('/v1/contacts')

  expect(refused.status).toBe(403)
  expect(limits(refused)).toMatchObject({ limit: 100, remaining: 99 })
})

test.each([
  ['free', false, 100, 100],
  ['starter', true, 1_000, 5_000],
  ['pro', true, 10_000, 50_000],
] as const)('GET /v1/rate-limit on %s', async (plan, is_paid, perHour, perDay) => {
  const { live_key } = plan === 'free' ? (free[2] as Organization) : await createOrganization(dataDir, plan)
  const api = client(url, live_key)
  await api.get('/v1/contacts')

  const { status, body, headers } = await api.get<RateLimit>('/v1/rate-limit')

  expect(status).toBe(200)
  expectShape(body, account.getRateLimit.reply)
  expect(body).toEqual({
    is_paid,
    daily_limit: perDay,
    current_daily_usage: 0,
    remaining_today: perDay,
    token_balance: perHour - 2,
    reset_at: new Date(Math.ceil(Date.now() / 86_400_000) * 86_400_000).toISOString(),
  })
  expect(headers['ratelimit-remaining']).toBe(String(body.token_balance))
  expect(headers['ratelimit-limit']).toBe(String(perHour))
})

test('the first organization has no limit that a new user could reach', async () => {
  const api = client(url, testKey)

  const answers = await many(300, () => api.get('/v1/contacts?limit=1'))

  expect(countOf(answers, 200)).toBe(300)
  const { body } = await api.get<RateLimit>('/v1/rate-limit')
  expect(body.is_paid).toBe(true)
  expect(body.token_balance).toBeGreaterThan(1_000_000)
  expect(limits(answers[0] as Answer).limit).toBeGreaterThan(1_000_000)
})

test('a larger plan applies at once', async () => {
  const { id, test_key } = free[2] as Organization
  await many(110, () => client(url, test_key).get('/v1/contacts'))
  expect((await client(url, test_key).get('/v1/contacts')).status).toBe(429)

  await posthorn(dataDir, 'organization', 'set-plan', id, '--plan', 'starter')

  const { status, headers } = await client(url, test_key).get('/v1/contacts')
  expect([status, headers['ratelimit-limit']]).toEqual([200, '1000'])
})

test('the count survives a restart and a kill -9', { timeout: 120_000 }, async () => {
  const place = onSharedDatabase()
  const { test_key } = await createOrganization(dataDir, 'free')
  const read = (at: string) => client(at, test_key).get('/v1/contacts')
  const first = await startApi(place)
  expect(countOf(await many(40, () => read(first.url)), 200)).toBe(40)
  await first[Symbol.asyncDispose]()

  const second = await startApi(place)
  expect(countOf(await many(30, () => read(second.url)), 200)).toBe(30)
  await second.kill()

  await using third = await startApi(place)
  const answers = await many(60, () => read(third.url))
  expect([countOf(answers, 200), countOf(answers, 429)]).toEqual([30, 30])

  // In a separate process: the address is remembered for a minute.
  await expectGuessingIsSlowedDown(third.url, testKey)
})

async function expectGuessingIsSlowedDown(at: string, goodKey: string) {
  const guesses = await many(130, nth => client(at, `tx_test_a_guess_that_is_wrong_${nth}`).get('/v1/contacts'))

  expect([countOf(guesses, 401), countOf(guesses, 429)]).toEqual([100, 30])
  expect((await client(at, goodKey).get('/v1/contacts')).status).toBe(200)
}
