/** What only Posthorn decides about an object cannot be written by naming it in a body. */
import { expect, inject, test } from 'vitest'
import { client } from './client.ts'
import { newEmail, newWord } from './unique.ts'

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
}

type Row = Record<string, unknown> & { id: string }
const email = () => ({ from: 'a@acme.test', to: 'delivered@example.com', subject: 'S', text: 'x', status: 'forged' })
const sms = { from: '+14155550100', to: '+15005550006', body: 'x', status: 'forged', segments_count: 99 }
const webhook = { url: 'https://example.com/hook', subscribed_events: ['contact.created'], success_count: 99 }

test.each([
  ['/v1/contacts', () => ({ email: newEmail() }), true],
  ['/v1/topics', () => ({ name: newWord().slice(0, 50) }), true],
  ['/v1/templates', () => ({ friendly_name: newWord(), subject: 'S', text: 'x' }), true],
  ['/v1/workflows', () => ({ name: 'x', version: 99 }), true],
  ['/v1/webhooks', () => webhook, true],
  ['/v1/emails', email, false],
  ['/v1/sms', () => sms, false],
] as const)('%s takes nothing of it, neither new nor in a change', async (path, body, isChangeable) => {
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
  if (!isChangeable) return
  const changed = await api.put<Row>(place, forged)
  expect(changed.status).toBe(200)
  const after = (await api.get<Row>(place)).body
  expect(after).toEqual({ ...before, updated_at: after.updated_at })
  expect(after.updated_at).not.toBe(forged.updated_at)
})
