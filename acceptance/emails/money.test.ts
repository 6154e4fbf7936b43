import { account, type Credits, type RateLimit } from '@posthorn/contract/account'
import type { EmailAccepted, EmailListItem } from '@posthorn/contract/messages/email-replies'
import { describe, expect, inject, test } from 'vitest'
import { avoidHourEnd } from '../http/rate-limit-hour.ts'
import { type Client, client } from '../http-client/client.ts'
import { readAll } from '../http-client/page.ts'
import { expectShape } from '../http-client/reply-shape.ts'
import { newWord } from '../http-client/unique.ts'
import { createKey, createOrganization, posthorn } from '../service/operator.ts'
import { hello, send } from './sending.ts'

const { url, dataDir, testKey } = inject('service')

const people = (count: number) => Array.from({ length: count }, (_, nth) => `person${nth}@example.com`)

async function creditsOf(as: Client): Promise<Credits> {
  const { status, body } = await as.get<Credits>('/v1/credits')
  expect(status).toBe(200)
  expectShape(body, account.getCredits.reply)
  return body
}

async function rateLimitOf(as: Client): Promise<RateLimit> {
  const { body } = await as.get<RateLimit>('/v1/rate-limit')
  expectShape(body, account.getRateLimit.reply)
  return body
}

/** On the Free plan. Each key may make only 100 requests. */
async function freeOrganization() {
  await avoidHourEnd(url, testKey)
  const { id, live_key, test_key } = await createOrganization(dataDir, 'free')
  return { id, api: client(url, live_key), simulated: client(url, test_key) }
}

/** On Enterprise with this monthly quota, and as many credits. */
async function withMonthlyQuota(quota: number) {
  await avoidHourEnd(url, testKey)
  const made = await posthorn<{ id: string; live_key: string }>(
    dataDir,
    ...['organization', 'create', '--name', 'Acceptance', '--plan', 'enterprise', '--sends-per-month', `${quota}`],
  )
  return { id: made.id, api: client(url, made.live_key) }
}

describe('a send that is captured', () => {
  test('is counted by recipients, each once, and costs nothing', async () => {
    await avoidHourEnd(url, testKey)
    const api = client(url, (await createOrganization(dataDir, 'starter')).live_key)
    expect(await creditsOf(api)).toMatchObject({
      ...{ balance: 50_000, monthly_usage: 0, total_consumed: 0, email_consumed: 0, sms_consumed: 0, is_paid: true },
      ...{
        hourly_limit: 1_000,
        daily_limit: 5_000,
        monthly_limit: 50_000,
        current_hour_usage: 0,
        current_day_usage: 0,
      },
    })

    await send(api)
    await send(api, { to: ['a@b.co', 'A@b.co', 'b@b.co'], cc: 'b@b.co', bcc: 'c@b.co' })
    await api.post('/v1/emails/batch', [hello, { ...hello, to: people(50) }])

    const sent = 1 + 3 + 51
    expect(await creditsOf(api)).toMatchObject({
      balance: 50_000,
      monthly_usage: 0,
      total_consumed: 0,
      email_consumed: 0,
      sms_consumed: 0,
      current_hour_usage: sent,
      current_day_usage: sent,
    })
    expect(await rateLimitOf(api)).toMatchObject({
      ...{ is_paid: true, daily_limit: 5_000, current_daily_usage: sent, remaining_today: 5_000 - sent },
    })
  })
})

describe('the quota of the Free plan', () => {
  test('is 100 recipients an hour, exact to the recipient, however many ask at once', async () => {
    const { id, api } = await freeOrganization()
    const looking = client(url, (await createKey(dataDir, { id }, 'live')).key)

    const answers = await Promise.all(
      Array.from({ length: 60 }, () => api.post<EmailAccepted>('/v1/emails', { ...hello, to: people(3) })),
    )

    const accepted = answers.filter(({ status }) => status === 200)
    expect(accepted).toHaveLength(33)
    for (const { status, body, headers } of answers.filter(({ status }) => status !== 200)) {
      expect([status, Object(body).code]).toEqual([429, 'hourly_quota_exceeded'])
      expect(Object(body).message).toMatch(/100/)
      expect(headers['x-should-retry']).toBe('false')
      expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    }
    expect(await creditsOf(looking)).toMatchObject({ balance: 3_000, current_hour_usage: 99, is_paid: false })
    const listed = await readAll<EmailListItem>(looking, '/v1/emails?limit=100')
    expect(listed.map(({ id }) => id).toSorted()).toEqual(accepted.map(({ body }) => body.id).toSorted())
    expect((await api.post('/v1/emails', { ...hello, to: people(2) })).status, 'two do not fit').toBe(429)
    expect((await api.post('/v1/emails', hello)).status, 'one does').toBe(200)
    expect((await api.post('/v1/emails', hello)).status, 'then none').toBe(429)
    expect(await rateLimitOf(looking)).toMatchObject({ daily_limit: 100, current_daily_usage: 100, remaining_today: 0 })
  })

  test('accepts a batch whole or not at all', async () => {
    const { api } = await freeOrganization()
    const tag = newWord()
    const batch = (count: number) => Array(count).fill({ ...hello, to: people(2), tags: [tag] })
    await send(api, { to: people(50) })

    const tooMany = await api.post('/v1/emails/batch', batch(26))
    const nothing = await readAll<EmailListItem>(api, `/v1/emails?tag=${tag}`)
    const fits = await api.post('/v1/emails/batch', batch(25))

    expect([tooMany.status, tooMany.body.code]).toEqual([429, 'hourly_quota_exceeded'])
    expect(nothing).toEqual([])
    expect(fits.status).toBe(200)
    expect(await readAll<EmailListItem>(api, `/v1/emails?tag=${tag}&limit=50`)).toHaveLength(25)
    expect((await creditsOf(api)).current_hour_usage).toBe(100)
  })

  test('does not count what is sent with a test key, nor suppressed recipients', async () => {
    const { api, simulated } = await freeOrganization()
    for (const email of people(3)) await api.post('/v1/suppressions', { email })
    await send(api, { to: people(50).slice(0, 50) })

    await Promise.all([1, 2, 3].map(() => send(simulated, { to: people(50) })))
    const { suppressed_recipients } = await send(api, { to: people(50) })

    expect(suppressed_recipients).toEqual(people(3))
    expect(await creditsOf(api)).toMatchObject({ current_hour_usage: 94, email_consumed: 0 })
  })
})

describe('the quota of a month', () => {
  test('is exact under parallel sends, and a new limit applies at once', async () => {
    const { id, api } = await withMonthlyQuota(10)

    const answers = await Promise.all(Array.from({ length: 30 }, () => api.post('/v1/emails', hello)))

    const codes = answers.filter(({ status }) => status !== 200).map(({ status, body }) => `${status} ${body.code}`)
    expect(codes).toHaveLength(20)
    expect(new Set(codes)).toEqual(new Set(['429 monthly_quota_exceeded']))
    expect(await creditsOf(api)).toMatchObject({ balance: 10, email_consumed: 0, monthly_limit: 10 })
    const more = ['organization', 'set-plan', id, '--plan', 'enterprise', '--sends-per-month', '11']
    await posthorn(dataDir, ...more)
    const after = [await api.post('/v1/emails', hello), await api.post('/v1/emails', hello)]
    expect(after.map(({ status }) => status)).toEqual([200, 429])
  })

  test('credits that the operator adds are there at once', async () => {
    const { id, api } = await withMonthlyQuota(10)

    await posthorn(dataDir, 'credits', 'add', '--organization', id, '--credits', '25')

    expect((await creditsOf(api)).balance).toBe(35)
  })
})
