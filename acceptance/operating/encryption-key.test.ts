import { randomBytes } from 'node:crypto'
import type { WebhookDelivery } from '@posthorn/contract/webhooks'
import { expect, test, vi } from 'vitest'
import { startReceiver } from '../automation/webhook-receiver.ts'
import { client } from '../http-client/client.ts'
import { goodPassword, visitor } from '../http-client/console-visitor.ts'
import { readAll } from '../http-client/page.ts'
import { newEmail } from '../http-client/unique.ts'
import { type Service, startService } from '../service/service.ts'
import { setUpToken } from '../service/set-up-link.ts'
import { usedDataFolder } from '../service/used-data-folder.ts'

const loopback = { POSTHORN_WEBHOOK_ADDRESSES: 'loopback' }
const withKey = { ...loopback, POSTHORN_ENCRYPTION_KEY: randomBytes(32).toString('base64') }

test('sessions and webhooks survive a restart with the same encryption key, and end without it', async () => {
  using folder = usedDataFolder()
  await using receiver = await startReceiver()
  const cookies = new Map<string, string>()
  let key = ''
  const begin = (env: Record<string, string>) => startService({ dataDir: folder.path, env })
  const look = async ({ url }: Service) => (await visitor(url, {}, cookies).get('/console/session')).status
  const happen = ({ url }: Service) => client(url, key).post('/v1/contacts', { email: newEmail() })
  const ada = { name: 'Ada', email: 'ada@example.com', password: goodPassword, organization_name: 'Acme' }
  const asked = { url: `${receiver.sink.url}/hook`, subscribed_events: ['contact.created'] }
  let webhook = ''
  {
    await using service = await begin(withKey)
    const set = await visitor(service.url, {}, cookies).post('/console/set-up', {
      ...ada,
      token: setUpToken(service.dataDir),
    })
    expect(set.status).toBe(200)
    key = service.liveKey
    const created = await client(service.url, key).post<{ id: string }>('/v1/webhooks', asked)
    webhook = created.body.id
  }
  {
    await using service = await begin(withKey)
    expect(await look(service)).toBe(200)
    await happen(service)
    await receiver.until('/hook', 1)
  }

  await using service = await begin(loopback)

  expect(await look(service)).toBe(401)
  await happen(service)
  const deliveries = () => readAll<WebhookDelivery>(client(service.url, key), `/v1/webhooks/${webhook}/deliveries`)
  await vi.waitFor(
    async () => expect((await deliveries())[0]?.attempts[0]?.error).toContain('cannot be decrypted; rotate it'),
    10_000,
  )
  expect(receiver.receipts).toHaveLength(1)
})
