import { beforeAll, expect, inject, test } from 'vitest'
import { type Client, client } from '../http-client/client.ts'
import { createOrganization } from '../service/operator.ts'
import { creditsOf, eventTypes, hello, moneyOf, readSms, sendSms, untilSms } from './sending.ts'

const { url, dataDir } = inject('service')
let api: Client
let live: Client

beforeAll(async () => {
  const organization = await createOrganization(dataDir, 'starter')
  api = client(url, organization.test_key)
  live = client(url, organization.live_key)
})

test.each([
  ['+15005550006', 'delivered', ['sent', 'delivered']],
  ['+15005550001', 'failed', ['failed']],
  ['+15005550009', 'undelivered', ['sent', 'undelivered']],
  ['+447700900123', 'delivered', ['sent', 'delivered']],
] as const)('%s is always %s, and no money moves', async (to, status, events) => {
  const before = await creditsOf(live)

  for (const body of ['Hello.', 'ы'.repeat(71)]) {
    const { id, credits_consumed, segments_count } = await sendSms(api, { to, body })
    const read = await untilSms(api, id, status)

    expect(credits_consumed, 'what it would cost').toBe(segments_count * (to.startsWith('+1') ? 10 : 55))
    expect(moneyOf(read)).toEqual([credits_consumed, 0, 0, 0])
    expect(eventTypes(read)).toEqual(events)
    expect(read.sent_at === null).toBe(status === 'failed')
    expect(read.delivered_at === null).toBe(status !== 'delivered')
  }
  expect(await creditsOf(live)).toEqual(before)
  expect(await creditsOf(api)).toMatchObject({ balance: before.balance, sms_consumed: 0, current_hour_usage: 0 })
})

test('+15005550004 has opted out, again and again', async () => {
  for (let time = 0; time < 2; time++) {
    const answer = await api.post('/v1/sms', { ...hello(), to: '+15005550004' })
    expect([answer.status, answer.body.code]).toEqual([400, 'recipient_opted_out'])
  }
})

test('with a live key the magic numbers are numbers like any other', async () => {
  for (const to of ['+15005550001', '+15005550004', '+15005550009']) {
    const { id } = await sendSms(live, { to })
    expect(moneyOf(await untilSms(live, id))).toEqual([10, 0.01, 0.0072, 0.0028])
  }
})

test('a contact who is not subscribed gets nothing, in either environment, and nothing is charged', async () => {
  for (const as of [api, live]) {
    const { to } = hello()
    const before = await creditsOf(as)
    const { body: contact } = await as.post<{ id: string }>('/v1/contacts', { phone_number: to, sms_subscribed: false })

    const refused = await as.post('/v1/sms', { ...hello(), to })
    expect([refused.status, refused.body.code]).toEqual([400, 'recipient_opted_out'])
    expect(refused.body.message).toContain(to)
    expect(await creditsOf(as)).toEqual(before)

    await as.put(`/v1/contacts/${contact.id}`, { sms_subscribed: true })
    const { id } = await sendSms(as, { to })
    expect((await readSms(as, id)).to).toBe(to)
  }
})
