import type { Analytics } from '@posthorn/contract/account'
import type { Email, EmailAccepted } from '@posthorn/contract/messages/email-replies'
import type { Explanation } from '@posthorn/contract/messages/explanation'
import type { Sms } from '@posthorn/contract/messages/sms'
import { beforeAll, expect, inject, test } from 'vitest'
import { type Client, client } from '../http-client/client.ts'
import { createOrganization } from '../service/operator.ts'
import { faultyPaths, untilStatus } from './sending.ts'

const { url, dataDir } = inject('service')
let api: Client
beforeAll(async () => {
  api = client(url, (await createOrganization(dataDir, 'starter')).test_key)
})

const sms = { from: '+15005550006', to: '+14155552671', body: 'Your code is 481 502.' }
const asked = (to: string | string[], fallback?: object) => ({
  ...{ from: 'hello@acme.test', to, subject: 'Your code', text: '481 502' },
  ...(fallback && { fallback }),
})
const read = async (id: string) => (await api.get<Email>(`/v1/emails/${id}`)).body
const state = async (id: string) => (await read(id)).fallback?.state

test('a code goes by email, and by SMS when that bounces or is not delivered in time', async () => {
  const within = '10m'
  const sent = await api.post<EmailAccepted>('/v1/emails', asked('bounced@example.com', { sms, within }))
  const batch = await api.post<{ data: { id: string }[] }>('/v1/emails/batch', [
    asked('ada@example.com', { sms, within }),
    asked('delayed@example.com', { sms, within }),
    asked('grace@example.com'),
  ])
  const [delivered = '', delayed = '', plain = ''] = batch.body.data.map(({ id }) => id)
  expect(sent.body.fallback).toMatchObject({ state: 'waiting', sms_id: null })

  await expect.poll(() => state(sent.body.id)).toBe('sent')
  const { fallback } = await read(sent.body.id)
  const text = (await api.get<Sms>(`/v1/sms/${fallback?.sms_id}`)).body
  expect(text).toMatchObject({ ...sms, fallback_of: sent.body.id })
  const { body: explanation } = await api.get<Explanation>(`/v1/emails/${sent.body.id}/explain`)
  expect(explanation.summary).toContain(`The text message ${text.id} was sent instead. The email bounced.`)

  await untilStatus(api, delivered, 'delivered')
  await untilStatus(api, delayed, 'delivery_delayed')
  expect(await state(delivered)).toBe('waiting')
  // Less than the time until the delayed email is tried again.
  await api.post('/v1/test/clock/advance', { seconds: 300 })
  expect(await state(delivered)).toBe('waiting')
  await api.post('/v1/test/clock/advance', { seconds: 301 })
  await expect.poll(() => state(delivered)).toBe('not_needed')
  await expect.poll(() => state(delayed)).not.toBe('waiting')
  const { stats } = (await api.get<Analytics>('/v1/analytics')).body
  expect((stats.fallbacks_sent ?? 0) + (stats.fallbacks_not_needed ?? 0)).toBe(3)
  expect(await read(plain)).not.toHaveProperty('fallback')
})

test('the time of the text message is told by the clock of the environment, in every answer', async () => {
  const { now } = (await api.post<{ now: string }>('/v1/test/clock/advance', { seconds: 86_400 })).body
  const sent = await api.post<EmailAccepted>('/v1/emails', asked('delayed@example.com', { sms, within: '10m' }))
  const { body: explanation } = await api.get<Explanation>(`/v1/emails/${sent.body.id}/explain`)

  const told = [
    sent.body.fallback?.due_at,
    (await read(sent.body.id)).fallback?.due_at,
    / by (\S+ \S+) UTC/.exec(explanation.summary)?.[1]?.concat('Z'),
  ]
  // The sentence has no seconds.
  for (const at of told) expect(Math.abs(Date.parse(String(at)) - Date.parse(now) - 600_000)).toBeLessThan(70_000)
})

test('an impossible fallback is refused with the email, with the reason', async () => {
  const two = asked(['a@example.com', 'b@example.com'], { sms, within: '10m' })
  const never = asked('a@example.com', { sms, within: '10d' })
  const stopped = asked('a@example.com', { sms: { ...sms, to: sms.from }, within: '1h' })

  expect(faultyPaths(await api.post('/v1/emails', two))).toEqual(['fallback'])
  expect(faultyPaths(await api.post('/v1/emails', never))).toEqual(['fallback.within'])
  expect(faultyPaths(await api.post('/v1/emails/batch', [stopped]))).toEqual(['0.fallback.sms.to'])
})
