/** Fields that only Posthorn sets cannot be written by naming them in a body. */
import { expect, inject, test } from 'vitest'
import { client } from '../http-client/client.ts'
import { newEmail, newWord } from '../http-client/unique.ts'

const { url, testKey } = inject('service')
const api = client(url, testKey)

const forged = {
  id: '01945c1e-0000-7000-8000-000000000001',
  org_id: '01945c1e-0000-7000-8000-000000000002',
  organization_id: '01945c1e-0000-7000-8000-000000000002',
  environment_id: '01945c1e-0000-7000-8000-000000000003',
  credits_consumed: -1_000,
  created_at: '2001-01-01T00:00:00.000Z',
  updated_at: '2001-01-01T00:00:00.000Z',
  suppressed_recipients: ['forged@example.com'],
  secret: 'whsec_forged',
  events: [{ type: 'forged' }],
  captured: 'forged',
  published_version: 99,
  state: 'forged',
}

type Row = Record<string, unknown> & { id: string }
const email = () => ({ from: 'a@acme.test', to: 'delivered@example.com', subject: 'S', text: 'x', status: 'forged' })
const sms = { from: '+14155550100', to: '+15005550006', body: 'x', status: 'forged', segments_count: 99 }
const webhook = { url: 'https://example.com/hook', subscribed_events: ['contact.created'], success_count: 99 }

test.each([
  ['/v1/contacts', () => ({ email: newEmail() }), 'put'],
  ['/v1/topics', () => ({ name: newWord().slice(0, 50) }), 'put'],
  ['/v1/templates', () => ({ friendly_name: newWord(), subject: 'S', text: 'x' }), 'put'],
  ['/v1/workflows', () => ({ name: 'x', version: 99 }), 'put'],
  ['/v1/webhooks', () => webhook, 'put'],
  ['/v1/broadcasts', () => ({ name: newWord(), pace: { per_hour: 5, audience_size: 99 } }), 'patch'],
  ['/v1/emails', email, undefined],
  ['/v1/sms', () => sms, undefined],
] as const)('%s accepts none of them, neither in a new object nor in a change', async (path, body, change) => {
  const created = await api.post<Row>(path, { ...body(), ...forged })
  expect(created.status).toBeLessThan(300)
  const place = `${path}/${created.body.id}`
  const before = (await api.get<Row>(place)).body

  for (const row of [created.body, before]) {
    expect(
      Object.entries(forged).filter(([name, value]) => JSON.stringify(row[name]) === JSON.stringify(value)),
    ).toEqual([])
    expect(JSON.stringify(row)).not.toMatch(/forged|:99\b/)
  }
  expect(String(created.headers['x-ignored-fields'])).toContain('org_id')
  if (!change) return
  const changed = await api[change]<Row>(place, forged)
  expect(changed.status).toBe(200)
  const after = (await api.get<Row>(place)).body
  expect(after).toEqual({ ...before, updated_at: after.updated_at })
  expect(after.updated_at).not.toBe(forged.updated_at)
})
