import { emails } from '@posthorn/contract/messages/email-operations'
import type { EmailAccepted, EmailRescheduled, EmailWorkflow } from '@posthorn/contract/messages/email-replies'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { type Client, client } from '../http-client/client.ts'
import { randomId } from '../http-client/example-request.ts'
import { expectShape } from '../http-client/reply-shape.ts'
import { newWord } from '../http-client/unique.ts'
import { createOrganization } from '../service/operator.ts'
import { eventTypes, faultyPaths, hello, inSeconds, readEmail, send, untilDelivered, untilStatus } from './sending.ts'

const { url, dataDir } = inject('service')
let live: Client
let simulated: Client

beforeAll(async () => {
  const organization = await createOrganization(dataDir)
  live = client(url, organization.live_key)
  simulated = client(url, organization.test_key)
})

const cancel = (id: string, as = live) => as.post<{ success: boolean }>(`/v1/emails/${id}/cancel`)
const reschedule = (id: string, scheduled_for: unknown, as = live) =>
  as.patch<EmailRescheduled>(`/v1/emails/${id}`, { scheduled_for })

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

describe('a scheduled email', () => {
  test('is acknowledged as processing with its time, waits as scheduled, and can be read meanwhile', async () => {
    const at = inSeconds(3_600)

    const accepted = await send(live, { scheduled_for: at })

    expect(accepted).toMatchObject({ status: 'processing', scheduled_for: at })
    const email = await readEmail(live, accepted.id)
    expect(email).toMatchObject({ status: 'scheduled', sent_at: null, delivered_at: null })
    expect(eventTypes(email)).toEqual(['scheduled'])
    const { body } = await live.get<EmailWorkflow>(`/v1/emails/${accepted.id}/workflow`)
    expectShape(body, emails.getEmailWorkflow.reply)
    const jobStatus = { state: 'pending', previousAttempts: 0, nextAttemptAt: at }
    expect(body).toMatchObject({ emailId: accepted.id, status: 'scheduled', jobStatus })
    expect((await live.get(`/v1/emails/${accepted.id}/raw`)).text).toContain('Subject: Hello')
  })

  test.each(['live', 'test'])('leaves on time with a %s key: not early and at most 2 s late', async mode => {
    const api = mode === 'live' ? live : simulated
    const times = [1, 1.3, 1.7, 2.2].map(inSeconds)
    const accepted = await Promise.all(times.map(scheduled_for => send(api, { scheduled_for })))

    const delivered = await Promise.all(accepted.map(({ id }) => untilStatus(api, id)))

    for (const [nth, email] of delivered.entries()) {
      expectOnTime(email.sent_at, times[nth] ?? '')
      expect(eventTypes(email)).toEqual(['scheduled', 'processing', 'sent', 'delivered'])
    }
  })

  test('leaves once and not early, also when hundreds are due at the same moment', async () => {
    const [at, tag] = [inSeconds(4), newWord()]
    const batch = Array(100).fill({ ...hello, tags: [tag], scheduled_for: at })
    await Promise.all([1, 2, 3].map(() => simulated.post('/v1/emails/batch', batch)))

    const delivered = await untilDelivered(simulated, tag, 300)

    for (const { id, sent_at } of delivered) {
      expect(Date.parse(sent_at ?? 'never')).toBeGreaterThanOrEqual(Date.parse(at))
      expect(eventTypes(await readEmail(simulated, id))).toEqual(['scheduled', 'processing', 'sent', 'delivered'])
    }
  })

  test('whose recipient was suppressed meanwhile is not sent to it', async () => {
    const [email, at] = ['later@example.com', inSeconds(1.5)]
    const { id } = await send(live, { to: email, scheduled_for: at })
    expect((await live.post('/v1/suppressions', { email })).status).toBe(200)

    const read = await untilStatus(live, id, 'suppressed')

    expect(read.sent_at).toBeNull()
    expect(eventTypes(read)).not.toContain('sent')
  })
})

describe('a time', () => {
  test.each([
    ['2099-01-01T00:00:00Z', '2099-01-01T00:00:00.000Z'],
    ['2099-01-01T00:00:00.1Z', '2099-01-01T00:00:00.100Z'],
    ['2099-01-01T00:00:00.123456789Z', '2099-01-01T00:00:00.123Z'],
    ['2096-02-29T12:00:00Z', '2096-02-29T12:00:00.000Z'],
    ['2400-02-29T00:00:00Z', '2400-02-29T00:00:00.000Z'],
    ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59.000Z'],
    ['9999-12-31T23:59:59.999999999Z', '9999-12-31T23:59:59.999Z'],
  ])('of %s is kept', async (given, shown) => {
    const { id, scheduled_for } = await send(live, { scheduled_for: given })

    expect(scheduled_for).toBe(shown)
    const { body } = await live.get<EmailWorkflow>(`/v1/emails/${id}/workflow`)
    expect(body.jobStatus.nextAttemptAt).toBe(shown)
    expect((await cancel(id)).status).toBe(200)
  })

  test.each([0, 1, 290])('%i s ago means at once', async seconds => {
    const { id, scheduled_for } = await send(live, { scheduled_for: inSeconds(-seconds) })

    expect(scheduled_for).toBeNull()
    expect(eventTypes(await untilStatus(live, id))).toEqual(['processing', 'sent', 'delivered'])
  })

  test.each([
    ...[inSeconds(-310), '0000-01-01T00:00:00Z', '2097-02-29T00:00:00Z', '2099-01-01T00:00:00', '', 4070908800, null],
    ...[`2099-01-01T00:00:00.${'0'.repeat(1_000_000)}Z`, ['2099-01-01T00:00:00Z']],
  ])('of %.40j is refused, in a send and in a move', async scheduled_for => {
    const sent = await live.post('/v1/emails', { ...hello, scheduled_for })
    const moved = await live.patch(`/v1/emails/${randomId()}`, { scheduled_for })

    for (const answer of [sent, moved]) {
      expect([answer.status, answer.body.code]).toEqual([400, 'validation_error'])
      expect(faultyPaths(answer)).toEqual(['scheduled_for'])
    }
  })
})

describe('canceling', () => {
  test('a scheduled email keeps every copy from leaving', async () => {
    const { id } = await send(live, { to: ['a@b.co', 'b@b.co'], scheduled_for: inSeconds(1.5) })

    const { status, body } = await cancel(id)

    expect(status).toBe(200)
    expectShape(body, emails.cancelEmail.reply)
    expect(body.success).toBe(true)
    const witness = await send(live, { scheduled_for: inSeconds(2) })
    await untilStatus(live, witness.id)
    const email = await readEmail(live, id)
    expect(email).toMatchObject({ status: 'canceled', sent_at: null, delivered_at: null })
    expect(eventTypes(email)).toEqual(['scheduled', 'canceled'])
    const workflow = await live.get<EmailWorkflow>(`/v1/emails/${id}/workflow`)
    expect(workflow.body.jobStatus).toEqual({ state: 'finished', previousAttempts: 0 })
  })

  test('twice is a success, and happens once', async () => {
    const { id } = await send(live, { scheduled_for: inSeconds(3_600) })

    const answers = [await cancel(id), await cancel(id), ...(await Promise.all([cancel(id), cancel(id)]))]

    expect(answers.map(({ status, body }) => [status, body.success])).toEqual(Array(4).fill([200, true]))
    expect(eventTypes(await readEmail(live, id))).toEqual(['scheduled', 'canceled'])
  })

  test('what was sent, or never scheduled, is refused', async () => {
    const now = await send(live)
    const later = await send(live, { scheduled_for: inSeconds(0.3) })
    await Promise.all([untilStatus(live, now.id), untilStatus(live, later.id)])

    expectInvalidState(await cancel(now.id))
    expectInvalidState(await cancel(later.id))
    expect((await readEmail(live, later.id)).status).toBe('delivered')
  })

  test('ignores a body', async () => {
    const { id } = await send(live, { scheduled_for: inSeconds(3_600) })

    expect((await live.post(`/v1/emails/${id}/cancel`, { reason: 'changed my mind' })).status).toBe(200)
  })

  test('an unknown id is a 404', async () => {
    for (const id of [randomId(), 'nonsense']) {
      const { status, body } = await cancel(id)
      expect(status).toBe(404)
      expect(body).toMatchObject({ code: 'not_found', details: { resource: 'email' } })
    }
  })

  test('at the moment of release: either it is canceled and nothing left, or it was refused and it left', async () => {
    const at = inSeconds(2.5)
    const accepted: EmailAccepted[] = await Promise.all(
      Array.from({ length: 60 }, () => send(live, { scheduled_for: at })),
    )

    // Each is canceled at a different moment around its release, by three requests at once.
    const answers = await Promise.all(
      accepted.map(async ({ id }, nth) => {
        const wait = Date.parse(at) - Date.now() + (nth / accepted.length) * 800
        await new Promise(resolve => setTimeout(resolve, Math.max(0, wait)))
        return Promise.all([cancel(id), cancel(id), cancel(id)])
      }),
    )

    const counts = { canceled: 0, delivered: 0 }
    for (const [nth, { id }] of accepted.entries()) {
      const statuses = new Set(answers[nth]?.map(({ status }) => status))
      expect(statuses.size, 'all three hear the same').toBe(1)
      const end = statuses.has(200) ? 'canceled' : 'delivered'
      const email = await untilStatus(live, id, end)
      const events = end === 'canceled' ? ['scheduled', 'canceled'] : ['scheduled', 'processing', 'sent', 'delivered']
      expect(eventTypes(email)).toEqual(events)
      counts[end]++
    }
    expect(counts.canceled + counts.delivered).toBe(60)
    expect(counts.delivered, 'the release was met').toBeGreaterThan(0)
  })
})

describe('moving', () => {
  test('to an earlier time sends it then', async () => {
    const { id } = await send(live, { scheduled_for: '2099-01-01T00:00:00Z' })
    const at = inSeconds(1.5)

    const { status, body } = await reschedule(id, at)

    expect(status).toBe(200)
    expectShape(body, emails.rescheduleEmail.reply)
    expect(body).toEqual({ id, status: 'scheduled', scheduled_for: at })
    expectOnTime((await untilStatus(live, id)).sent_at, at)
  })

  test('to a later time keeps it back until then', async () => {
    const { id } = await send(live, { scheduled_for: inSeconds(1.5) })
    const at = inSeconds(2.5)

    expect((await reschedule(id, at)).status).toBe(200)

    expectOnTime((await untilStatus(live, id)).sent_at, at)
  })

  test('to the last possible moment, and to one just past', async () => {
    const { id } = await send(live, { scheduled_for: inSeconds(3_600) })

    expect((await reschedule(id, '9999-12-31T23:59:59.999999999Z')).body.scheduled_for).toBe('9999-12-31T23:59:59.999Z')
    expect((await reschedule(id, inSeconds(-60))).status).toBe(200)

    await untilStatus(live, id)
  })

  test('what was canceled or sent is refused', async () => {
    const canceled = await send(live, { scheduled_for: inSeconds(3_600) })
    await cancel(canceled.id)
    const sent = await send(live)
    await untilStatus(live, sent.id)

    expectInvalidState(await reschedule(canceled.id, inSeconds(60)))
    expectInvalidState(await reschedule(sent.id, inSeconds(60)))
    expect((await readEmail(live, canceled.id)).status).toBe('canceled')
  })

  test('needs a time and nothing else', async () => {
    const { id } = await send(live, { scheduled_for: '2099-01-01T00:00:00Z' })

    const none = await live.patch(`/v1/emails/${id}`, {})
    const nearMiss = await live.patch(`/v1/emails/${id}`, { schedule_for: inSeconds(1) })
    const more = await live.patch(`/v1/emails/${id}`, { scheduled_for: '2098-01-01T00:00:00Z', subject: 'Changed' })

    expect([none.status, nearMiss.status, more.status]).toEqual([400, 400, 200])
    expect(more.headers['x-ignored-fields']).toBe('subject')
    expect((await readEmail(live, id)).subject).toBe(hello.subject)
  })

  test('an unknown id is a 404', async () => {
    expect((await reschedule(randomId(), inSeconds(60))).status).toBe(404)
  })

  test('many at once, one of them a cancel: it is never sent', async () => {
    const { id } = await send(live, { scheduled_for: inSeconds(3_600) })

    const moves = Array.from({ length: 20 }, () => reschedule(id, inSeconds(2)))
    const [canceled] = await Promise.all([cancel(id), ...moves])

    expect(canceled.status).toBe(200)
    const witness = await send(live, { scheduled_for: inSeconds(2.5) })
    await untilStatus(live, witness.id)
    expect(eventTypes(await readEmail(live, id))).toEqual(['scheduled', 'canceled'])
  })
})
