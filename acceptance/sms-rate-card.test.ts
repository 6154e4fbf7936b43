import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SmsAccepted, SmsListItem } from '@posthorn/contract/sms'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { client } from './client.ts'
import { awayFromTheHour } from './hour.ts'
import { posthorn } from './operator.ts'
import { readAll } from './page.ts'
import type { Service } from './service.ts'
import { creditsOf, hello, moneyOf, sendSms, untilSms } from './sms-sending.ts'
import { startSmsService } from './sms-service.ts'

const rate = (credits: number, cost: string) => ({
  credits_per_segment: credits,
  credits_per_mms: credits * 4,
  cost_per_segment: cost,
  cost_per_mms: cost,
})
const card = {
  email: { credits: 2 },
  sms: {
    '+1': rate(1, '0.0009'),
    '+1415': rate(0.125, '0.1'),
    '+44': rate(50, '0.000000001'),
    default: rate(7, '0.007'),
  },
}

let service: Service
beforeAll(async () => {
  service = await startSmsService(folder => {
    const file = join(folder, 'rate-card.json')
    writeFileSync(file, JSON.stringify(card))
    return { POSTHORN_RATE_CARD: file }
  })
})
afterAll(() => service?.[Symbol.asyncDispose]())

/** On Enterprise with a month of so many messages, and as many credits. */
async function withMonthlyQuota(dataDir: string, url: string, quota: number) {
  const args = ['--name', 'Acceptance', '--plan', 'enterprise', '--sends-per-month', `${quota}`]
  const made = await posthorn<{ id: string; live_key: string }>(dataDir, 'organization', 'create', ...args)
  return client(url, made.live_key)
}

/** How many of each answer. */
const counted = (answers: readonly { status: number; body: object }[]) =>
  Object.fromEntries(
    [...Map.groupBy(answers, ({ status, body }) => `${status} ${Object(body).code ?? ''}`.trim())].map(
      ([answer, all]) => [answer, all.length],
    ),
  )

describe('the operator’s own rate card', () => {
  test.each<[to: string, fields: object, money: number[]]>([
    ['+12025550123', {}, [1, 0.001, 0.0009, 0.0001]],
    ['+12025550123', { body: 'a'.repeat(307) }, [3, 0.003, 0.0027, 0.0003]],
    // The longest prefix counts; a loss is a loss.
    ['+14155550123', {}, [0.125, 0.000125, 0.1, -0.099875]],
    ['+14155550123', { body: 'a'.repeat(400) }, [0.375, 0.000375, 0.3, -0.299625]],
    ['+447700900123', {}, [50, 0.05, 0.000000001, 0.049999999]],
    ['+447700900123', { media_urls: ['https://cdn.example.com/1.png'] }, [200, 0.2, 0.000000001, 0.199999999]],
    ['+4915112345678', {}, [7, 0.007, 0.007, 0]],
  ])('%s %j costs %j', async (to, fields, money) => {
    const api = client(service.url, service.liveKey)
    const before = await creditsOf(api)

    const { id } = await sendSms(api, { to, ...fields })

    expect(moneyOf(await untilSms(api, id))).toEqual(money)
    expect((await creditsOf(api)).sms_consumed).toBeCloseTo(before.sms_consumed + (money[0] ?? 0), 6)
  })

  test('of 50 at once that a balance of 10 meets, 10 are sent and 40 are told so', async () => {
    const api = await withMonthlyQuota(service.dataDir, service.url, 60)
    await sendSms(api, { to: '+447700900123' })
    expect((await creditsOf(api)).balance).toBe(10)
    const asked = { ...hello(), to: '+12025550177' }

    const answers = await Promise.all(Array.from({ length: 50 }, () => api.post<SmsAccepted>('/v1/sms', asked)))

    expect(counted(answers)).toEqual({ '200': 10, '402 insufficient_credits': 40 })
    expect(await creditsOf(api)).toMatchObject({ balance: 0, sms_consumed: 60, current_hour_usage: 11 })
    const listed = await readAll<SmsListItem>(api, '/v1/sms?limit=100&to=%2B12025550177')
    const accepted = answers.filter(({ status }) => status === 200).map(({ body }) => body.id)
    expect(listed.map(({ id }) => id).toSorted()).toEqual(accepted.toSorted())
  })
})

describe('with the usual rate card', () => {
  const { url, dataDir, testKey } = inject('service')

  test('what the balance does not reach for is refused and not kept; what it does is sent', async () => {
    const api = await withMonthlyQuota(dataDir, url, 25)

    const answers = [
      await api.post('/v1/sms', { ...hello(), body: 'a'.repeat(400) }),
      await api.post('/v1/sms', hello()),
      await api.post('/v1/sms', { ...hello(), to: '+447700900123' }),
      await api.post('/v1/sms', hello()),
      await api.post('/v1/sms', hello()),
    ]

    const [no, yes] = ['402 insufficient_credits', '200 ']
    expect(answers.map(({ status, body }) => `${status} ${body.code ?? ''}`)).toEqual([no, yes, no, yes, no])
    expect(await creditsOf(api)).toMatchObject({ balance: 5, sms_consumed: 20, total_consumed: 20 })
    expect(await readAll<SmsListItem>(api, '/v1/sms')).toHaveLength(2)
  })

  test('messages count by the message against the quota, whatever they cost', async () => {
    await awayFromTheHour(url, testKey)
    const args = ['--plan', 'enterprise', '--sends-per-hour', '2', '--sends-per-month', '1000']
    const made = await posthorn<{ live_key: string }>(
      dataDir,
      'organization',
      'create',
      '--name',
      'Acceptance',
      ...args,
    )
    const limited = client(url, made.live_key)

    const answers = await Promise.all(
      Array.from({ length: 6 }, () => limited.post('/v1/sms', { ...hello(), body: 'a'.repeat(161) })),
    )

    expect(counted(answers)).toEqual({ '200': 2, '429 hourly_quota_exceeded': 4 })
    expect(await creditsOf(limited)).toMatchObject({ current_hour_usage: 2, sms_consumed: 40 })
  })
})
