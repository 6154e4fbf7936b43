import type { Credits } from '@posthorn/contract/account'
import type { Suppression } from '@posthorn/contract/audience/suppressions'
import type { EmailWorkflow } from '@posthorn/contract/messages/email-replies'
import { beforeAll, expect, inject, test } from 'vitest'
import { type Client, client } from '../http-client/client.ts'
import type { Page } from '../http-client/page.ts'
import { createOrganization } from '../service/operator.ts'
import { eventTypes, send, untilStatus } from './sending.ts'

const { url, dataDir } = inject('service')
let api: Client
let live: Client

beforeAll(async () => {
  const organization = await createOrganization(dataDir, 'starter')
  api = client(url, organization.test_key)
  live = client(url, organization.live_key)
})

const magic = [
  ['delivered', 'delivered', ['processing', 'sent', 'delivered']],
  ['bounced', 'bounced', ['processing', 'bounced']],
  ['complained', 'complained', ['processing', 'sent', 'delivered', 'complained']],
  ['suppressed', 'suppressed', ['suppressed']],
  ['delayed', 'delivery_delayed', ['processing', 'delivery_delayed']],
  ['failed', 'failed', ['processing', 'failed']],
  ['opened', 'delivered', ['processing', 'sent', 'delivered', 'opened']],
  ['clicked', 'delivered', ['processing', 'sent', 'delivered', 'opened', 'clicked']],
  ['bounces-late', 'bounced', ['processing', 'sent', 'delivered', 'bounced']],
] as const

test.each(magic)(
  '%s does what it says, at any domain for tests, with or without a label, again and again',
  async (word, status, events) => {
    const addresses = [
      `${word}@example.com`,
      `${word}+order-42@shop.test`,
      `${word.toUpperCase()}@a.b.Test`,
      `${word}@example.com`,
    ]

    for (const to of addresses) {
      const { id } = await send(api, { to })
      const email = await untilStatus(api, id, status)
      expect(eventTypes(email), to).toEqual(events)
      expect(email.opened_at === null, to).toBe(!['opened', 'clicked'].includes(word))
      expect(email.clicked_at === null, to).toBe(word !== 'clicked')
      expect([email.open_count, email.click_count]).toEqual([
        email.opened_at === null ? 0 : 1,
        email.clicked_at === null ? 0 : 1,
      ])
    }
  },
)

test.each([
  'bounced@acme.co',
  'bounced@test.co',
  'bounced@example.co',
  'xbounced@example.com',
  'bounced.x@example.com',
])('%s is like any other address: delivered', async to => {
  const { id } = await send(api, { to })

  await untilStatus(api, id)
})

test('a bounce says why, a delay says when it is tried again', async () => {
  const [bounced, delayed, failed] = await Promise.all(
    ['bounced@example.com', 'delayed@example.com', 'failed@example.com'].map(to => send(api, { to })),
  )

  const bounce = (await untilStatus(api, bounced?.id ?? '', 'bounced')).events.at(-1)
  const delay = (await untilStatus(api, delayed?.id ?? '', 'delivery_delayed')).events.at(-1)
  const failure = (await untilStatus(api, failed?.id ?? '', 'failed')).events.at(-1)

  expect(bounce?.data).toMatchObject({ recipient: 'bounced@example.com', bounce_class: 'unknown_mailbox', attempt: 1 })
  expect(bounce?.data.reply).toMatch(/^5/)
  expect(Date.parse(delay?.data.next_attempt_at ?? 'never')).toBeGreaterThan(Date.now() + 60_000)
  expect(failure?.data).toMatchObject({ recipient: 'failed@example.com' })
  const { body } = await api.get<EmailWorkflow>(`/v1/emails/${delayed?.id}/workflow`)
  expect(body).toMatchObject({ status: 'delivery_delayed', jobStatus: { state: 'pending', previousAttempts: 1 } })
  const apart = Date.parse(body.jobStatus.nextAttemptAt ?? 'never') - Date.parse(delay?.data.next_attempt_at ?? 'never')
  expect(Math.abs(apart)).toBeLessThan(1_000)
})

test.each([
  [['bounced', 'delivered'], 'delivered'],
  [['bounced', 'failed'], 'bounced'],
  [['delayed', 'delivered', 'bounced'], 'delivery_delayed'],
  [['suppressed', 'delivered'], 'delivered'],
  [['suppressed', 'failed'], 'failed'],
  [['complained', 'delivered'], 'delivered'],
] as const)('%j together are %s', async (words, status) => {
  const { id } = await send(api, { to: words.map(word => `${word}@example.com`) })

  const email = await untilStatus(api, id, status)

  for (const word of words) {
    const own = email.events.filter(({ data }) => data.recipient === `${word}@example.com`)
    expect(own.length, word).toBeGreaterThan(0)
  }
})

test('a suppressed recipient is named in the answer', async () => {
  const { suppressed_recipients } = await send(api, { to: ['suppressed@example.com', 'ada@example.com'] })

  expect(suppressed_recipients).toEqual(['suppressed@example.com'])
})

test('with a live key the words mean nothing', async () => {
  for (const word of ['bounced', 'suppressed', 'failed']) {
    const { id, suppressed_recipients } = await send(live, { to: `${word}@example.com` })

    expect(suppressed_recipients).toEqual([])
    await untilStatus(live, id)
  }
})

test('nothing is charged or counted, and nobody enters the suppression list', async () => {
  const figures = async () => (await live.get<Credits>('/v1/credits')).body
  const before = await figures()

  const to = magic.map(([word]) => `${word}+${crypto.randomUUID()}@example.com`)
  const { id } = await send(api, { to })
  await untilStatus(api, id, 'delivery_delayed')

  expect(await figures()).toEqual(before)
  expect((await api.get<Credits>('/v1/credits')).body).toEqual(before)
  expect((await api.get('/v1/rate-limit')).body).toMatchObject({ current_daily_usage: before.current_day_usage })
  for (const as of [api, live]) {
    expect((await as.get<Page<Suppression>>('/v1/suppressions')).body.data).toEqual([])
  }
})
