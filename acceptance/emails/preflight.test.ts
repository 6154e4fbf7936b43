import type { Credits } from '@posthorn/contract/account'
import type { EmailPreflight } from '@posthorn/contract/messages/preflight'
import type { Sms } from '@posthorn/contract/messages/sms'
import { beforeAll, expect, inject, test } from 'vitest'
import { type Client, client } from '../http-client/client.ts'
import { readAll } from '../http-client/page.ts'
import { createOrganization } from '../service/operator.ts'

const { url, dataDir } = inject('service')
let live: Client
let testing: Client
beforeAll(async () => {
  const organization = await createOrganization(dataDir, 'starter')
  live = client(url, organization.live_key)
  testing = client(url, organization.test_key)
})

const email = { from: 'Acme <hello@acme.test>', to: ['ada@example.com'], subject: 'Welcome', html: '<p>Hi Ada</p>' }
const preflight = async (api: Client, body: object) =>
  (await api.post<EmailPreflight>('/v1/emails/preflight', body)).body

test('says who gets it, what it costs and what it looks like, and none of it happens', async () => {
  await testing.post('/v1/suppressions', { email: 'gone@example.com' })
  const before = (await live.get<Credits>('/v1/credits')).body

  const body = await preflight(testing, { ...email, to: ['ada@example.com', 'gone@example.com'] })

  expect(body).toMatchObject({ accepted: true, refusal: null, credits: 0 })
  expect(body.recipients).toEqual([
    { address: 'ada@example.com', gets_it: true },
    { address: 'gone@example.com', gets_it: false, reason: 'The address is on the suppression list.' },
  ])
  expect(body.message).toMatch(/^From: Acme <hello@acme\.test>\r\n/m)
  expect(body.size).toBe(Buffer.byteLength(body.message ?? ''))
  expect(body.checks.map(({ about }) => about)).toEqual(
    expect.arrayContaining(['dkim', 'spf', 'dmarc', 'size', 'links', 'images']),
  )
  expect(await readAll(testing, '/v1/emails')).toEqual([])
  expect((await live.get<Credits>('/v1/credits')).body).toEqual(before)
})

test('a live preflight costs nothing where mail can only be captured', async () => {
  expect(await preflight(live, { ...email, to: ['ada@example.com', 'bob@example.com'] })).toMatchObject({ credits: 0 })
})

test('an email with a fallback shows the cost of the text message beside its own', async () => {
  const sms = { from: '+15005550006', to: '+14155552671', body: 'Your code is 481 502. '.repeat(10) }
  const body = { ...email, fallback: { sms, within: '10m' } }

  const [real, checked, plain] = [
    await preflight(live, body),
    await preflight(testing, body),
    await preflight(live, email),
  ]

  const { credits_consumed: credits } = (await live.post<Sms>('/v1/sms', sms)).body
  expect(credits).toBeGreaterThan(1)
  expect(real).toMatchObject({ accepted: true, credits: 0, fallback: { to: sms.to, segments_count: 2, credits } })
  expect(checked.fallback).toEqual({ to: sms.to, segments_count: 2, credits: 0 })
  expect(plain).not.toHaveProperty('fallback')
})

test('what sending would refuse is refused in the same words', async () => {
  const wrong = { ...email, template_id: '01945c1e-a1f4-7d52-b3c8-7e2d9f4a1b33', html: undefined }
  const sent = await testing.post('/v1/emails', wrong)

  const body = await preflight(testing, wrong)

  expect(sent.status).toBeGreaterThanOrEqual(400)
  expect(body).toMatchObject({ accepted: false, recipients: [], message: null })
  expect(body.refusal).toMatchObject({ code: (sent.body as { code: string }).code })
})
