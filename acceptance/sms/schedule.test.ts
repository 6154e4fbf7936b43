import type { SmsRescheduled } from '@posthorn/contract/messages/sms'
import { sms } from '@posthorn/contract/messages/sms-operations'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { faultyPaths, inSeconds } from '../emails/sending.ts'
import { type Client, client } from '../http-client/client.ts'
import { randomId } from '../http-client/example-request.ts'
import { expectShape } from '../http-client/reply-shape.ts'
import { createOrganization } from '../service/operator.ts'
import { creditsOf, eventTypes, hello, readSms, sendSms, untilSms } from './sending.ts'

const { url, dataDir } = inject('service')
let live: Client
let simulated: Client

beforeAll(async () => {
  const organization = await createOrganization(dataDir, 'starter')
  live = client(url, organization.live_key)
  simulated = client(url, organization.test_key)
})

const cancel = (id: string, as = live) => as.post<{ success: boolean }>(`/v1/sms/${id}/cancel`)
const reschedule = (id: string, scheduled_for: unknown, as = live) =>
  as.patch<SmsRescheduled>(`/v1/sms/${id}`, { scheduled_for })

function expectInvalidState(answer: { status: number; body: unknown }): void {
  expect([answer.status, Object(answer.body).code]).toEqual([400, 'invalid_state'])
}

/** A promise of the service: never early, and at most this late. */
const maxLateMs = 2_000

function expectOnTime(sentAt: string | null, scheduledFor: string): void {
  const late = Date.parse(sentAt ?? 'never') - Date.parse(scheduledFor)
  expect(late, 'not early').toBeGreaterThanOrEqual(0)
  expect(late, 'not late').toBeLessThanOrEqual(maxLateMs)
}

test('a scheduled message is acknowledged as processing with its time, waits as scheduled, is found by that status and explained', async () => {
  const at = inSeconds(3_600)

  const accepted = await sendSms(live, { scheduled_for: at })

  expect(accepted).toMatchObject({ status: 'processing', scheduled_for: at })
  const message = await readSms(live, accepted.id)
  expect(message).toMatchObject({ status: 'scheduled', scheduled_for: at, sent_at: null, delivered_at: null })
  expect(eventTypes(message)).toEqual(['scheduled'])
  const query = `status=scheduled&to=${encodeURIComponent(accepted.to)}`
  for (const path of [`/v1/sms?${query}`, `/v1/sms?${query}&search=${accepted.to.slice(-6)}`]) {
    const { body } = await live.get<{ data: object[] }>(path)
    expect(body.data, path).toMatchObject([{ id: accepted.id, status: 'scheduled', scheduled_for: at }])
  }
  const { body } = await live.get<{ summary: string }>(`/v1/sms/${accepted.id}/explain`)
  expect(body.summary).toBe(`It is sent at ${at}.`)
})

test('a scheduled message leaves on time with either key: not early and at most 2 s late', async () => {
  const sent = await Promise.all(
    [live, simulated, live].map(async (api, nth) => {
      const at = inSeconds(1 + nth * 0.4)
      const { id } = await sendSms(api, { scheduled_for: at })
      return { at, message: await untilSms(api, id) }
    }),
  )

  for (const { at, message } of sent) {
    expectOnTime(message.sent_at, at)
    expect(message.scheduled_for).toBe(at)
    expect(eventTypes(message)).toEqual(['scheduled', 'sent', 'delivered'])
  }
})

test('a time a moment ago means at once', async () => {
  const { id, scheduled_for } = await sendSms(live, { scheduled_for: inSeconds(-290) })

  expect(scheduled_for).toBeNull()
  expect(eventTypes(await untilSms(live, id))).toEqual(['sent', 'delivered'])
})

test.each([inSeconds(-310), '2097-02-29T00:00:00Z', '2099-01-01T00:00:00', 4070908800, null])(
  'a time of %j is refused, in a send and in a move',
  async scheduled_for => {
    const sent = await live.post('/v1/sms', { ...hello(), scheduled_for })
    const moved = await live.patch(`/v1/sms/${randomId()}`, { scheduled_for })

    for (const answer of [sent, moved]) {
      expect([answer.status, answer.body.code]).toEqual([400, 'validation_error'])
      expect(faultyPaths(answer)).toEqual(['scheduled_for'])
    }
  },
)

describe('canceling', () => {
  test('a scheduled message keeps it from leaving, and its credits come back once', async () => {
    const before = await creditsOf(live)
    const { id } = await sendSms(live, { scheduled_for: inSeconds(1.5) })
    expect((await creditsOf(live)).balance).toBe(before.balance - 10)

    const answers = [await cancel(id), ...(await Promise.all([cancel(id), cancel(id)]))]

    for (const { status, body } of answers) {
      expect([status, body.success]).toEqual([200, true])
      expectShape(body, sms.cancelSms.reply)
    }
    const { balance, sms_consumed } = before
    expect(await creditsOf(live)).toMatchObject({ balance, sms_consumed })
    const witness = await sendSms(simulated, { scheduled_for: inSeconds(2) })
    await untilSms(simulated, witness.id)
    const message = await readSms(live, id)
    expect(message).toMatchObject({ status: 'canceled', sent_at: null, credits_consumed: 0 })
    expect(eventTypes(message)).toEqual(['scheduled', 'canceled'])
  })

  test('a sent message is refused, and so is moving it', async () => {
    const { id } = await sendSms(live, { scheduled_for: inSeconds(0.3) })
    await untilSms(live, id)

    expectInvalidState(await cancel(id))
    expectInvalidState(await reschedule(id, inSeconds(60)))
  })

  test('an unknown id is a 404', async () => {
    const { status, body } = await cancel(randomId())

    expect(status).toBe(404)
    expect(body).toMatchObject({ code: 'not_found', details: { resource: 'sms' } })
  })
})

test('a message that is moved leaves at its new time', async () => {
  const { id } = await sendSms(live, { scheduled_for: '2099-01-01T00:00:00Z' })
  const at = inSeconds(3)

  const { status, body } = await reschedule(id, at)

  expect(status).toBe(200)
  expectShape(body, sms.rescheduleSms.reply)
  expect(body).toEqual({ id, status: 'scheduled', scheduled_for: at })
  expectOnTime((await untilSms(live, id)).sent_at, at)
})
