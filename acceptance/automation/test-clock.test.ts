import type { EventPage } from '@posthorn/contract/event-log'
import type { EmailListItem, EmailWorkflow } from '@posthorn/contract/messages/email-replies'
import type { Explanation } from '@posthorn/contract/messages/explanation'
import type { SmsAccepted } from '@posthorn/contract/messages/sms'
import { type WorkflowRun, workflows } from '@posthorn/contract/workflows/workflows'
import { beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { faultyPaths, inSeconds, readEmail, send, untilStatus } from '../emails/sending.ts'
import { type Client, client } from '../http-client/client.ts'
import { readAll } from '../http-client/page.ts'
import { expectShape } from '../http-client/reply-shape.ts'
import { newEmail } from '../http-client/unique.ts'
import { createOrganization } from '../service/operator.ts'
import { untilSms } from '../sms/sending.ts'

const { url, dataDir } = inject('service')
let live: Client
let api: Client

// Each test has its own clock.
beforeEach(async () => {
  const organization = await createOrganization(dataDir)
  live = client(url, organization.live_key)
  api = client(url, organization.test_key)
})

const day = 86_400
type Advanced = { success: boolean; message: string; now: string }
const advance = (seconds: unknown, as = api) => as.post<Advanced>('/v1/test/clock/advance', { seconds })
const between = (from: string, to: string | null) => (Date.parse(to ?? 'never') - Date.parse(from)) / 1_000

async function createWorkflow(steps: object[], trigger_config: object = { type: 'contact_created' }): Promise<string> {
  const keyed = steps.map((step, index) => ({ key: `step${index}`, ...step }))
  const connections = keyed.slice(1).map(({ key }, index) => ({ from: `step${index}`, to: key }))
  const workflow_definition = { steps: keyed, connections }
  const answer = await api.post<{ id: string }>('/v1/workflows', {
    ...{ name: 'Sequence', status: 'active', trigger_config, workflow_definition },
  })
  expect(answer.status, answer.text).toBe(201)
  return answer.body.id
}

const untilRun = (workflow: string, state: WorkflowRun['state']): Promise<WorkflowRun> =>
  vi.waitFor(
    async () => {
      const [run] = await readAll<WorkflowRun>(api, `/v1/workflows/${workflow}/runs?limit=10`)
      if (run?.state !== state) throw new Error(`the run is ${JSON.stringify(run)}`)
      return run
    },
    { timeout: 10_000, interval: 50 },
  )

const email = (subject: string) => ({
  type: 'send_email',
  config: { from: 'hello@acme.test', subject, text: 'Hello, {{ contact.first_name }}.' },
})
const wait = (days: number) => ({ type: 'delay', config: { days } })

describe('the clock of the test environment', () => {
  test('shows how far it is ahead, and continues from there', async () => {
    const first = await advance(3 * day)
    const second = await advance(3_600)

    for (const { status, body } of [first, second]) {
      expect(status).toBe(200)
      expectShape(body, workflows.advanceTestClock.reply)
    }
    expect(first.body.message).toBe('The clock of this environment is 3 days ahead.')
    expect(second.body.message).toBe('The clock of this environment is 3 days, 1 hour ahead.')
    const ahead = between(new Date().toISOString(), second.body.now)
    expect(Math.abs(ahead - 3 * day - 3_600)).toBeLessThan(10)
  })

  test('advances by whole seconds only, and the live one not at all', async () => {
    for (const seconds of [0, -1, 1.5, '1', null, 1e10]) {
      expect(faultyPaths(await api.post('/v1/test/clock/advance', { seconds })), String(seconds)).toEqual(['seconds'])
    }
    const refused = await live.post('/v1/test/clock/advance', { seconds: 1 })
    expect([refused.status, refused.body.code]).toEqual([400, 'invalid_state'])
  })

  test('brings a sequence of days to its end at once, and each step to its time', async () => {
    const workflow = await createWorkflow([email('One'), wait(1), email('Two'), wait(1), email('Three')])
    const address = newEmail()
    await api.post('/v1/contacts', { email: address, first_name: 'Ada' })
    const waiting = await untilRun(workflow, 'waiting')
    expect(between(waiting.started_at, waiting.next_at)).toBeCloseTo(day, 0)

    await advance(3 * day)
    const run = await untilRun(workflow, 'completed')

    const entered = run.history.map(({ entered_at }) => Math.round(between(run.started_at, entered_at) / day))
    expect(entered).toEqual([0, 0, 1, 1, 2])
    expect(between(run.started_at, run.finished_at)).toBeCloseTo(2 * day, 0)
    await vi.waitFor(async () => {
      const sent = await readAll<EmailListItem>(api, `/v1/emails?status=delivered&to=${address}`)
      expect(sent.map(({ subject }) => subject).toSorted()).toEqual(['One', 'Three', 'Two'])
    })
  })

  test('leaves what is further away where it is', async () => {
    const workflow = await createWorkflow([wait(3), email('Later')])
    await api.post('/v1/contacts', { email: newEmail() })
    const before = await untilRun(workflow, 'waiting')

    const { body } = await advance(2 * day)

    const after = await untilRun(workflow, 'waiting')
    expect(after.next_at).toBe(before.next_at)
    expect(between(body.now, after.next_at) / day).toBeCloseTo(1, 2)
  })

  test('is the clock of later runs, too', async () => {
    const workflow = await createWorkflow([wait(1), email('Later')])
    const { body } = await advance(30 * day)

    await api.post('/v1/contacts', { email: newEmail() })

    const run = await untilRun(workflow, 'waiting')
    expect(Math.abs(between(body.now, run.started_at))).toBeLessThan(10)
    expect(between(run.started_at, run.next_at)).toBeCloseTo(day, 0)
  })

  test('lets scheduled emails leave when it reaches their time', async () => {
    const times = [inSeconds(day), inSeconds(3 * day)]
    const [soon, late] = await Promise.all(times.map(scheduled_for => send(api, { scheduled_for })))
    const elsewhere = await send(live, { scheduled_for: times[0] })

    await advance(2 * day)

    await untilStatus(api, soon?.id ?? '')
    expect((await readEmail(api, late?.id ?? '')).status).toBe('scheduled')
    expect((await readEmail(live, elsewhere.id)).status).toBe('scheduled')
  })

  test('lets messages leave that reach their time after an advance, whenever they were scheduled', async () => {
    const before = await send(api, { scheduled_for: inSeconds(3 * day + 5) })
    const { now } = (await advance(3 * day)).body
    const scheduled_for = new Date(Date.parse(now) + 3_000).toISOString()
    const text = { from: '+15005550006', to: '+14155550123', body: 'Hello' }
    const { id } = await send(api, { scheduled_for })
    const { body: sms } = await api.post<SmsAccepted>('/v1/sms', { ...text, scheduled_for })
    const later = new Date(Date.parse(now) + 86_400_000).toISOString()
    const moved = await send(api, { scheduled_for: later })
    const { body: movedSms } = await api.post<SmsAccepted>('/v1/sms', { ...text, scheduled_for: later })
    await api.patch(`/v1/emails/${moved.id}`, { scheduled_for })
    await api.patch(`/v1/sms/${movedSms.id}`, { scheduled_for })

    for (const one of [before.id, id, moved.id]) await untilStatus(api, one)
    await untilSms(api, sms.id)
    await untilSms(api, movedSms.id)
  })

  test('tells which times are in the past: the last five minutes mean now, and older times are refused', async () => {
    const text = { from: '+15005550006', to: '+14155550123', body: 'Hello' }
    const mail = { from: 'hello@acme.test', subject: 'Hello', text: 'Hello.' }
    const later = inSeconds(90 * day)
    const [movedEmail, movedSms] = await Promise.all([
      send(api, { scheduled_for: later }),
      api.post<SmsAccepted>('/v1/sms', { ...text, scheduled_for: later }),
    ])
    const topic = await api.post<{ id: string }>('/v1/topics', { name: 'News', is_default_topic: true })
    const broadcast = await api.post<{ id: string }>('/v1/broadcasts', {
      ...mail,
      name: 'News',
      topic_id: topic.body.id,
    })
    expect(broadcast.status, broadcast.text).toBe(201)
    await api.post('/v1/contacts', { email: newEmail() })
    const { now } = (await advance(30 * day)).body

    const asked = (scheduled_for: string) => [
      api.post('/v1/emails', { ...mail, to: newEmail(), scheduled_for }),
      api.post('/v1/emails/batch', [{ ...mail, to: newEmail(), scheduled_for }]),
      api.post('/v1/sms', { ...text, scheduled_for }),
      api.patch(`/v1/emails/${movedEmail.id}`, { scheduled_for }),
      api.patch(`/v1/sms/${movedSms.body.id}`, { scheduled_for }),
      api.post(`/v1/broadcasts/${broadcast.body.id}/send`, { scheduled_for }),
    ]
    for (const refused of await Promise.all(asked(inSeconds(day))))
      expect([refused.status, ...faultyPaths(refused)].map(String).join(' ')).toMatch(/^400 (0\.)?scheduled_for$/)
    const aMinuteAgo = new Date(Date.parse(now) - 60_000).toISOString()
    for (const { status, text } of await Promise.all(asked(aMinuteAgo))) expect(status, text).toBe(200)
    await untilStatus(api, movedEmail.id)
    await untilSms(api, movedSms.body.id)
  })

  test('leaves what is sent after an advance as new as it is', async () => {
    await advance(30 * day)

    const { id } = await send(api, { text: 'Your code is 481 502.' })
    await untilStatus(api, id)

    expect((await readEmail(api, id)).text).toBe('Your code is 481 502.')
    expect((await api.get(`/v1/emails/${id}/raw`)).text).toContain('481 502')
  })

  test('brings the next attempt of a delayed email closer', async () => {
    const { id } = await send(api, { to: 'delayed@example.com' })
    const untilAttempts = (count: number) =>
      vi.waitFor(
        async () => {
          const { body } = await api.get<EmailWorkflow>(`/v1/emails/${id}/workflow`)
          expect(body.jobStatus.previousAttempts).toBe(count)
        },
        { timeout: 10_000, interval: 50 },
      )
    await untilAttempts(1)

    await advance(600)

    await untilAttempts(2)
  })

  test('tells the next attempt of an email by its time, in every answer', async () => {
    const { now } = (await advance(3 * day)).body
    const { id } = await send(api, { to: 'delayed@example.com' })
    const delayed = await vi.waitFor(
      async () =>
        (await readEmail(api, id)).events.find(({ type }) => type === 'delivery_delayed')?.data ?? expect.fail(),
      { timeout: 10_000, interval: 50 },
    )
    const logged = await vi.waitFor(
      async () => {
        const { data } = (await api.get<EventPage>('/v1/events')).body
        const found = data.find(({ type }) => type === 'email.delivery_delayed') ?? expect.fail()
        return found.data as { next_attempt_at: string }
      },
      { timeout: 10_000, interval: 50 },
    )
    const job = await api.get<EmailWorkflow>(`/v1/emails/${id}/workflow`)
    const explained = await api.get<Explanation>(`/v1/emails/${id}/explain`)

    const told = [
      job.body.jobStatus.nextAttemptAt,
      delayed.next_attempt_at,
      logged.next_attempt_at,
      / Next try at (\S+)\.$/.exec(explained.body.steps.at(-1)?.what ?? '')?.[1],
    ]
    // Five minutes, a tenth more or less.
    for (const at of told) expect(Math.abs(between(now, String(at)) - 300), String(told)).toBeLessThan(45)
  })

  test('brings a receiver that throttles to accept, attempt by attempt', async () => {
    const { id } = await send(api, { to: 'gmail-throttles@example.com' })
    for (let delays = 1; delays <= 3; delays++) {
      await vi.waitFor(
        async () => {
          const { events } = await readEmail(api, id)
          expect(events.filter(({ type }) => type === 'delivery_delayed')).toHaveLength(delays)
        },
        { timeout: 10_000, interval: 50 },
      )
      await advance(86_400)
    }

    const { events } = await untilStatus(api, id, 'delivered')

    expect(events[1]?.data).toMatchObject({ attempt: 1, reply: expect.stringMatching(/^421 4\.7\.28 /) })
  })
})
