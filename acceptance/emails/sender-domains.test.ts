import type { EmailListItem } from '@posthorn/contract/messages/email-replies'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { freePort } from '../../sinks/free-port.ts'
import { client } from '../http-client/client.ts'
import type { Page } from '../http-client/page.ts'
import { newWord } from '../http-client/unique.ts'
import type { DataFolder } from '../service/data-folder.ts'
import { createOrganization, type Organization, posthorn } from '../service/operator.ts'
import { type Service, startService } from '../service/service.ts'
import { usedDataFolder } from '../service/used-data-folder.ts'
import { hello } from './sending.ts'
import { submit } from './smtp-sending.ts'

let folder: DataFolder
let service: Service
let organization: Organization
let whileAlone: number
let smtpPort: number

beforeAll(async () => {
  folder = usedDataFolder()
  // Not set: the default is what is tested.
  smtpPort = await freePort()
  const env = { POSTHORN_SENDER_DOMAINS: '', POSTHORN_SUBMISSION_PORT: String(smtpPort) }
  service = await startService({ dataDir: folder.path, env })
  whileAlone = (await client(service.url, service.liveKey).post('/v1/emails', hello)).status
  organization = await createOrganization(folder.path)
})
afterAll(async () => {
  await service?.stop()
  folder?.[Symbol.dispose]()
})

test('the first organization sends from any domain only as long as there is no other', async () => {
  expect(whileAlone).toBe(200)
  await vi.waitFor(
    async () => expect((await client(service.url, service.liveKey).post('/v1/emails', hello)).status).toBe(403),
    10_000,
  )
})

test.each(['live', 'test'] as const)('a %s key may not send from an unverified domain', async mode => {
  const api = client(service.url, mode === 'live' ? organization.live_key : organization.test_key)

  const { status, body } = await api.post('/v1/emails', hello)

  expect([status, body.code]).toEqual([403, 'domain_not_verified'])
  expect(body.message).toContain('acme.test')
  expect(body.details).toMatchObject({ domain: 'acme.test' })
})

test('a mail program gets 550 5.7.1 for such a domain, with what to do', async () => {
  const reply = await submit(smtpPort, organization.live_key)

  expect(reply).toMatch(/^550 5\.7\.1 The domain acme\.test is not verified for this organization\./)
})

test('nor from one that was added but never verified, in any spelling', async () => {
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

test('an invalid field is reported first', async () => {
  const { status } = await client(service.url, organization.live_key).post('/v1/emails', { ...hello, to: 'nonsense' })

  expect(status).toBe(400)
  const foreign = { ...hello, from: 'a@аррӏе.com' }
  expect((await client(service.url, organization.live_key).post('/v1/emails', foreign)).status).toBe(400)
})
