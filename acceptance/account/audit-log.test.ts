import { allOperations } from '@posthorn/contract/all-operations'
import type { AuditEntry } from '@posthorn/contract/audit-log'
import { allConsoleOperations } from '@posthorn/contract/console/all-operations'
import type { Session } from '@posthorn/contract/console/session'
import { expect, inject, test, vi } from 'vitest'
import { client } from '../http-client/client.ts'
import { goodPassword, type Visitor, visitor } from '../http-client/console-visitor.ts'
import { totp } from '../http-client/totp.ts'
import { newEmail } from '../http-client/unique.ts'

const { url, ownerCookies } = inject('service')

type Log = { data: AuditEntry[] }
const read = async (who: Visitor, query = '') => (await who.get<Log>(`/v1/audit-log?limit=100${query}`)).body.data
const idOf = async (answer: Promise<{ body: unknown; status: number; text: string }>): Promise<string> => {
  const { body, status, text } = await answer
  expect(status, text).toBeLessThan(300)
  return String(Object(body).id)
}

/** A new person, by an invitation. */
async function join(owner: Visitor, organization: string): Promise<{ who: Visitor; email: string; personId: string }> {
  const email = newEmail()
  const { body } = await owner.post<{ link: string }>('/console/invitations', { email, role: 'admin' })
  const token = /[#=/]([\w-]{40,})$/.exec(body.link)?.[1]
  const who = visitor(url, { organization })
  await idOf(who.post('/console/invitations/accept', { token, name: 'Ada Lovelace', password: goodPassword }))
  return { who, email, personId: (await who.get<Session>('/console/session')).body.person.id }
}

async function changeSetUp(owner: Visitor): Promise<void> {
  await idOf(owner.patch('/console/organization', { name: 'Renamed' }))
  await idOf(owner.patch('/console/branding', { color: '#ffd400' }))
  await idOf(owner.patch('/console/broadcast-rules', { max_bounce_percent: 4 }))
  await idOf(owner.patch('/console/alerts', { rules: [{ kind: 'domain', on: true, limit: 0, at_least: 1 }] }))
  await idOf(owner.put('/v1/retention', { bodies_days: 3 }))
  const invitation = await idOf(owner.post('/console/invitations', { email: newEmail(), role: 'viewer' }))
  await idOf(owner.delete(`/console/invitations/${invitation}`))
  const domain = await idOf(owner.post('/v1/domains', { name: `d${Date.now()}.example` }))
  await idOf(owner.patch(`/v1/domains/${domain}`, { require_tls: true }))
  await idOf(owner.delete(`/v1/domains/${domain}`))
  const key = await idOf(owner.post('/v1/api-keys', { name: 'CI', permissions: ['emails:send'] }))
  await idOf(owner.patch(`/v1/api-keys/${key}`, { name: 'Nightly' }))
  await idOf(owner.delete(`/v1/api-keys/${key}`))
}

async function changeThings(owner: Visitor): Promise<void> {
  const hook = { url: 'https://hooks.example/a', subscribed_events: ['*'] }
  const webhook = await idOf(owner.post('/v1/webhooks', hook))
  await idOf(owner.put(`/v1/webhooks/${webhook}`, { nickname: 'Orders' }))
  await idOf(owner.post(`/v1/webhooks/${webhook}/rotate-secret`))
  await idOf(owner.delete(`/v1/webhooks/${webhook}`))
  const content = { friendly_name: 'Hello', subject: 'Hi', text: 'Hi' }
  const template = await idOf(owner.post('/v1/templates', content))
  await idOf(owner.put(`/v1/templates/${template}`, { text: 'Hello' }))
  await idOf(owner.post(`/console/templates/${template}/versions/1/restore`))
  await idOf(owner.delete(`/v1/templates/${template}`))
  const topic = await idOf(owner.post('/v1/topics', { name: 'News' }))
  await idOf(owner.put(`/v1/topics/${topic}`, { name: 'Weekly' }))
  await idOf(owner.delete(`/v1/topics/${topic}`))
  const segment = await idOf(owner.post('/v1/segments', { name: 'Buyers' }))
  await idOf(owner.patch(`/v1/segments/${segment}`, { name: 'Regulars' }))
  await idOf(owner.delete(`/v1/segments/${segment}`))
  const field = await idOf(owner.post('/v1/contact-fields', { key: 'plan', type: 'string' }))
  await idOf(owner.put(`/v1/contact-fields/${field}`, { fallback: 'free' }))
  await idOf(owner.delete(`/v1/contact-fields/${field}`))
  const form = await idOf(owner.post('/v1/signup-forms', { name: 'Newsletter', wording: 'I want it.' }))
  await idOf(owner.put(`/v1/signup-forms/${form}`, { name: 'News' }))
  await idOf(owner.delete(`/v1/signup-forms/${form}`))
}

/** One an hour, to two contacts, so that it is not done before the test ends. */
async function broadcastThings(owner: Visitor): Promise<void> {
  const there = owner.at({ environment: 'test' })
  for (const email of [newEmail(), newEmail()]) await idOf(there.post('/v1/contacts', { email }))
  const content = { from: 'a@example.com', subject: 'News', text: 'New.', everyone: true, pace: { per_hour: 1 } }
  const broadcast = await idOf(there.post('/v1/broadcasts', { name: 'News', ...content }))
  await idOf(there.patch(`/v1/broadcasts/${broadcast}`, { name: 'Weekly' }))
  for (const what of ['send', 'pause', 'resume', 'cancel'])
    await idOf(there.post(`/v1/broadcasts/${broadcast}/${what}`, what === 'send' ? {} : undefined))
  await idOf(there.delete(`/v1/broadcasts/${await idOf(there.post('/v1/broadcasts', { name: 'Gone' }))}`))
}

async function endThings(owner: Visitor): Promise<void> {
  const workflow = await idOf(owner.post('/v1/workflows', waiting))
  const contact = await idOf(owner.post('/v1/contacts', { email: newEmail() }))
  const { body: runs } = await owner.get<{ data: { id: string }[] }>(`/v1/workflows/${workflow}/runs`)
  await idOf(owner.post(`/v1/workflows/${workflow}/runs/${runs.data[0]?.id}/stop`))
  await idOf(owner.put(`/v1/workflows/${workflow}`, { status: 'paused' }))
  await idOf(owner.delete(`/v1/workflows/${workflow}`))
  await idOf(owner.delete(`/v1/contacts/${contact}`))
  const forgotten = await idOf(owner.post('/v1/contacts', { email: newEmail() }))
  await idOf(owner.post(`/v1/contacts/${forgotten}/erase`))
  await idOf(owner.post('/v1/suppressions', { email: 'gone@example.com' }))
  await idOf(owner.delete('/v1/suppressions/gone@example.com'))
  const email = { from: 'a@example.com', to: 'delivered@example.com', subject: 'Private', text: 'x' }
  const sent = await idOf(owner.at({ environment: 'test' }).post('/v1/emails', email))
  await vi.waitFor(() => idOf(owner.at({ environment: 'test' }).delete(`/v1/emails/${sent}`)), {
    timeout: 15_000,
    interval: 100,
  })
}

const waiting = {
  name: 'Welcome',
  status: 'active',
  trigger_config: { type: 'contact_created' },
  workflow_definition: { steps: [{ key: 'wait', type: 'delay', config: { seconds: 86_400 } }], connections: [] },
}

async function secureAccount({ who, email }: { who: Visitor; email: string }): Promise<void> {
  const { body: app } = await who.post<{ secret: string }>('/console/totp', { password: goodPassword })
  await idOf(who.post('/console/totp/confirm', { code: totp(app.secret) }))
  await idOf(who.post('/console/totp/backup-codes', { password: goodPassword }))
  const half = visitor(url)
  await half.post('/console/sign-in', { email, password: goodPassword })
  expect((await half.post('/console/sign-in/code', { kind: 'totp', code: '000000' })).status).toBe(401)
  await idOf(who.post('/console/totp/stop', { password: goodPassword }))
  await idOf(who.patch('/console/person', { name: 'Ada King' }))
  const password = 'another lantern harbour'
  await idOf(who.post('/console/password', { current_password: goodPassword, new_password: password }))
  expect((await visitor(url).post('/console/sign-in', { email, password: 'wrong password' })).status).toBe(401)
  await idOf(who.post('/console/sign-out-everywhere'))
  await idOf(who.post('/console/sign-in', { email, password }))
}

test('the organization can read who changed what: every audited operation has left its entry', async () => {
  const first = visitor(url, {}, new Map(ownerCookies))
  const organization = await idOf(first.post('/console/organizations', { name: 'Audited' }))
  const owner = first.at({ organization })
  const [ada, eve] = [await join(owner, organization), await join(owner, organization)]
  await idOf(owner.patch(`/console/members/${eve.personId}`, { role: 'viewer' }))
  await idOf(owner.delete(`/console/members/${eve.personId}`))
  const { body: key } = await owner.post<{ id: string; key: string }>('/console/keys', {
    ...{ name: 'CI', permissions: ['topics:write', 'audit:read'] },
  })
  const topic = await idOf(client(url, key.key).post('/v1/topics', { name: 'By key' }, { 'user-agent': 'ci/1' }))
  await idOf(owner.delete(`/console/keys/${key.id}`))
  await changeSetUp(owner)
  await changeThings(owner)
  await broadcastThings(owner)
  await endThings(owner)
  await secureAccount(ada)
  await idOf(ada.who.post('/console/leave'))
  const home = (await first.get<Session>('/console/session')).body.organizations[0]?.id ?? ''
  const claimed = await read(first.at({ organization: home }), '&action=organization.claimed')

  // A failed sign-in is written to the log after its answer.
  await vi.waitFor(async () => expect(await read(owner, '&action=person.sign_in_failed')).toHaveLength(2), 15_000)
  const entries = await read(owner)

  const named = [...allOperations, ...allConsoleOperations]
    .map(({ audit }) => audit)
    .filter(one => typeof one === 'string')
  // Those take a day of bounces, or records in DNS: the tests of the operator's commands cover them. A transport is shared:
  // saving one here would let the messages of other tests leave. Its own tests read its entries.
  const transports = ['sending_plan.saved', 'sending_plan.removed']
  const elsewhere = ['broadcasts.resumed', 'domain.keys_rotated', ...transports]
  const expected = new Set([...named.filter(one => !elsewhere.includes(one)), 'person.sign_in_failed'])
  expect([...new Set([...entries, ...claimed].map(({ action }) => action))].toSorted()).toEqual(
    [...expected].toSorted(),
  )
  const by = (id: string) => entries.find(({ object, action }) => object.id === id && action.endsWith('created'))
  expect(by(topic)).toMatchObject({
    actor: { type: 'key', id: key.id, name: 'CI' },
    source: { via: 'api', ip_address: '127.0.0.1', user_agent: 'ci/1' },
  })
  expect(by(key.id)?.summary).toMatch(/^Owner created the API key CI \(tx_live_.*…\)\.$/)
  expect(entries.find(({ action }) => action === 'member.role_changed')?.changes).toEqual([
    { field: 'role', from: 'admin', to: 'viewer' },
  ])
  const all = JSON.stringify(entries)
  expect(all).not.toMatch(/Private|gone@example\.com|lantern/)
  expect(all).not.toContain(key.key)
}, 60_000)
