import type { EmailListItem } from '@posthorn/contract/messages/email-replies'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { client } from './client.ts'
import type { DataFolder } from './data-folder.ts'
import { hello } from './email-sending.ts'
import { createOrganization, type Organization, posthorn } from './operator.ts'
import type { Page } from './page.ts'
import { type Service, startService } from './service.ts'
import { newWord } from './unique.ts'
import { usedDataFolder } from './used-data-folder.ts'

let folder: DataFolder
let service: Service
let organization: Organization
let whileAlone: number

beforeAll(async () => {
  folder = usedDataFolder()
  // Nothing is set: the default is what is tested.
  service = await startService({ dataDir: folder.path, env: { POSTHORN_SENDER_DOMAINS: '' } })
  whileAlone = (await client(service.url, service.liveKey).post('/v1/emails', hello)).status
  organization = await createOrganization(folder.path)
})
afterAll(async () => {
  await service?.stop()
  folder?.[Symbol.dispose]()
})

test('the first organization sends from any domain while there is no other, and no longer', async () => {
  expect(whileAlone).toBe(200)
  await vi.waitFor(
    async () => expect((await client(service.url, service.liveKey).post('/v1/emails', hello)).status).toBe(403),
    10_000,
  )
})

test.each(['live', 'test'] as const)('a %s key may not send from a domain that nobody has verified', async mode => {
  const api = client(service.url, mode === 'live' ? organization.live_key : organization.test_key)

  const { status, body } = await api.post('/v1/emails', hello)

  expect([status, body.code]).toEqual([403, 'domain_not_verified'])
  expect(body.message).toContain('acme.test')
  expect(body.details).toMatchObject({ domain: 'acme.test' })
})

test('nor from one that was added and never verified, in any spelling', async () => {
  const api = client(service.url, organization.live_key)
  await posthorn(folder.path, 'domain', 'add', '--organization', organization.id, '--name', 'acme.test')

  for (const from of ['hello@acme.test', 'Acme <hello@ACME.test>', '<hello@sub.acme.test>', 'a@xn--80ak6aa92e.com']) {
    const { status, body } = await api.post('/v1/emails', { ...hello, from })
    expect([status, body.code], from).toEqual([403, 'domain_not_verified'])
  }
})

test('one such sender refuses a whole batch, nothing is stored, and the key stays free', async () => {
  const api = client(service.url, organization.live_key)
  const headers = { 'idempotency-key': newWord() }

  const answers = [
    await api.post('/v1/emails/batch', [hello, { ...hello, from: 'a@b.co' }], headers),
    await api.post('/v1/emails/batch', [hello], headers),
  ]

  for (const { status, body } of answers) expect([status, body.code]).toEqual([403, 'domain_not_verified'])
  expect((await api.get<Page<EmailListItem>>('/v1/emails')).body.data).toEqual([])
  expect((await api.get('/v1/credits')).body).toMatchObject({ total_consumed: 0 })
})

test('what is not valid is said first', async () => {
  const { status } = await client(service.url, organization.live_key).post('/v1/emails', { ...hello, to: 'nonsense' })

  expect(status).toBe(400)
  const foreign = { ...hello, from: 'a@аррӏе.com' }
  expect((await client(service.url, organization.live_key).post('/v1/emails', foreign)).status).toBe(400)
})
