import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { SmsAccepted, SmsListItem } from '@posthorn/contract/messages/sms'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { type SmtpSink, startSmtpSink } from '../../sinks/smtp-sink.ts'
import { hello as helloEmail, inSeconds, send, untilStatus } from '../emails/sending.ts'
import { smtpUrl } from '../faults/roles.ts'
import { avoidHourEnd } from '../http/rate-limit-hour.ts'
import { type Client, client } from '../http-client/client.ts'
import { readAll } from '../http-client/page.ts'
import { createOrganization, posthorn } from '../service/operator.ts'
import type { Service } from '../service/service.ts'
import { creditsOf, hello, moneyOf, sendSms, untilSms } from '../sms/sending.ts'
import { startSmsService } from '../sms/service.ts'

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

let sink: SmtpSink
let service: Service
beforeAll(async () => {
  sink = await startSmtpSink({ tls: 'off' })
  service = await startSmsService(folder => {
    const file = join(folder, 'rate-card.json')
    writeFileSync(file, JSON.stringify(card))
    // Only email that leaves is charged.
    return { POSTHORN_RATE_CARD: file, POSTHORN_SMTP_URL: smtpUrl(sink), POSTHORN_RELAY_IS_FINAL: 'true' }
  })
})
afterAll(async () => {
  await service?.[Symbol.asyncDispose]()
  await sink?.[Symbol.asyncDispose]()
})

/** On Enterprise with this monthly quota, and as many credits. */
async function withMonthlyQuota(dataDir: string, url: string, quota: number) {
  const args = ['--name', 'Acceptance', '--plan', 'enterprise', '--sends-per-month', `${quota}`]
  const made = await posthorn<{ id: string; live_key: string }>(dataDir, 'organization', 'create', ...args)
  return client(url, made.live_key)
}

/** The number of each answer. */
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
    // The longest prefix counts; a loss is shown as a loss.
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

  test('of 50 at once with a balance of 10, 10 are sent and 40 are refused', async () => {
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

describe('an email that leaves', () => {
  let starter: Client
  beforeAll(async () => {
    starter = client(service.url, (await createOrganization(service.dataDir, 'starter')).live_key)
  })

  const people = (count: number) => Array.from({ length: count }, (_, nth) => `person${nth}@example.com`)

  /** By how much the balance falls. */
  async function costOf(as: Client, work: () => Promise<unknown>): Promise<number> {
    const { balance } = await creditsOf(as)
    await work()
    return balance - (await creditsOf(as)).balance
  }

  test('is paid by recipients, each once', async () => {
    const cost = await costOf(starter, async () => {
      await send(starter, { to: ['a@b.co', 'A@b.co', 'b@b.co'], cc: 'b@b.co', bcc: 'c@b.co' })
      await starter.post('/v1/emails/batch', [helloEmail, { ...helloEmail, to: people(50) }])
    })

    expect(cost).toBe(2 * (3 + 51))
    const { balance, ...used } = await creditsOf(starter)
    expect(used).toMatchObject({ monthly_usage: 108, total_consumed: 108, email_consumed: 108, sms_consumed: 0 })
    expect(balance).toBe(50_000 - 108)
  })

  test('is not accepted when the balance is too low', async () => {
    const api = await withMonthlyQuota(service.dataDir, service.url, 3)

    const answers = [
      await api.post('/v1/emails', { ...helloEmail, to: people(2) }),
      await api.post('/v1/emails', helloEmail),
    ]

    expect(counted(answers)).toEqual({ '402 insufficient_credits': 1, '200': 1 })
    expect((await creditsOf(api)).balance).toBe(1)
  })

  test('many at once are all paid for, to the credit', async () => {
    const sendMany = () =>
      Promise.all(Array.from({ length: 80 }, (_, nth) => send(starter, { to: people((nth % 5) + 1) })))

    expect(await costOf(starter, sendMany)).toBe(480)
  })

  test('that is refused costs nothing', async () => {
    const { current_hour_usage } = await creditsOf(starter)

    const cost = await costOf(starter, async () => {
      expect((await starter.post('/v1/emails', { ...helloEmail, to: 'nonsense' })).status).toBe(400)
      expect((await starter.post('/v1/emails/batch', [helloEmail, { ...helloEmail, from: 'nonsense' }])).status).toBe(
        400,
      )
    })

    expect(cost).toBe(0)
    expect((await creditsOf(starter)).current_hour_usage).toBe(current_hour_usage)
  })

  describe('when it is canceled', () => {
    const cancel = (id: string) => starter.post(`/v1/emails/${id}/cancel`)

    test('gives the credits back, once', async () => {
      const before = await creditsOf(starter)
      const { id } = await send(starter, { to: people(7), scheduled_for: inSeconds(3_600) })
      expect((await creditsOf(starter)).balance, 'paid when it was accepted').toBe(before.balance - 14)

      await Promise.all(Array.from({ length: 10 }, () => cancel(id)))

      const { balance, email_consumed, total_consumed } = before
      expect(await creditsOf(starter)).toMatchObject({ balance, email_consumed, total_consumed })
    })

    test('at the moment of release: a canceled one is refunded and one that left is paid for', async () => {
      const at = inSeconds(2.5)
      let canceled = 0

      const cost = await costOf(starter, async () => {
        const accepted = await Promise.all(
          Array.from({ length: 30 }, () => send(starter, { to: people(2), scheduled_for: at })),
        )
        await Promise.all(
          accepted.map(async ({ id }, nth) => {
            await pause(Math.max(0, Date.parse(at) - Date.now() + nth * 25))
            if ((await cancel(id)).status === 200) canceled++
          }),
        )
      })

      expect(cost).toBe(4 * (30 - canceled))
    })

    test('of one whose recipients are partly suppressed refunds what was paid', async () => {
      await starter.post('/v1/suppressions', { email: 'gone@example.com' })
      let id = ''

      const cost = await costOf(starter, async () => {
        ;({ id } = await send(starter, { to: ['gone@example.com', ...people(2)], scheduled_for: inSeconds(3_600) }))
      })

      expect(cost).toBe(4)
      expect(await costOf(starter, () => cancel(id))).toBe(-4)
    })
  })

  test('that is moved costs nothing more', async () => {
    const { id } = await send(starter, { scheduled_for: inSeconds(3_600) })

    const cost = await costOf(starter, async () => {
      await starter.patch(`/v1/emails/${id}`, { scheduled_for: inSeconds(-1) })
      await untilStatus(starter, id)
    })

    expect(cost).toBe(0)
  })

  test('costs nothing in the end for a recipient who was suppressed before it left', async () => {
    const to = ['late@example.com', 'ada@example.com']
    const { balance } = await creditsOf(starter)
    const { id } = await send(starter, { to, scheduled_for: inSeconds(1.5) })
    await starter.post('/v1/suppressions', { email: to[0] })

    await untilStatus(starter, id)

    await vi.waitFor(async () => expect((await creditsOf(starter)).balance).toBe(balance - 2))
  })
})

describe('with the usual rate card', () => {
  const { url, dataDir, testKey } = inject('service')

  test('messages beyond the balance are refused and not stored; those within it are sent', async () => {
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
    await avoidHourEnd(url, testKey)
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
