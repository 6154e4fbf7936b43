import { expect, test } from 'vitest'
import { startReceiver } from '../automation/webhook-receiver.ts'
import { ask, client } from '../http-client/client.ts'
import { createOrganization, posthorn } from '../service/operator.ts'
import { startService } from '../service/service.ts'
import { usedDataFolder } from '../service/used-data-folder.ts'
import { wordsInFiles } from './secrets-at-rest.ts'

/** The search finds this one, so what it does not find is not there. */
const control = 'ada@example.com'

type Created = { id: string; secret: string }

test('even at trace every line is JSON, those of a request have its id, and no key or secret is in them or at rest', async () => {
  using folder = usedDataFolder()
  await using receiver = await startReceiver()
  const env = { LOG_LEVEL: 'trace', POSTHORN_WEBHOOK_ADDRESSES: 'loopback' }
  await using service = await startService({ dataDir: folder.path, env })
  const { id: organization, test_key: key } = await createOrganization(folder.path)
  const api = client(service.url, key)

  const asked = { url: `${receiver.sink.url}/hook`, subscribed_events: ['contact.created'] }
  const once = { 'idempotency-key': 'canary' }
  const webhook = await api.post<Created>('/v1/webhooks', asked, once)
  const replayed = await api.post<Created>('/v1/webhooks', asked, once)
  const rotated = await api.post<Created>(`/v1/webhooks/${webhook.body.id}/rotate-secret`, {})
  await posthorn(folder.path, 'domain', 'add', '--organization', organization, '--name', 'acme.test')

  const answers = [
    webhook,
    await api.get(`/v1/webhooks/${webhook.body.id}`),
    await api.get('/v1/webhooks'),
    await api.post('/v1/contacts', { email: control }),
    await api.post('/v1/contacts', { email: 'nonsense' }),
    await api.get('/v1/contacts/nobody'),
    await ask(service.url, { path: '/v1/contacts', key: `${key}x` }),
  ]
  await ask(service.url, { path: '/%zz' })
  await receiver.until('/hook', 1)
  await service.stop()

  const printed = service.output().split('Stop with Ctrl-C.')[1] ?? ''
  const lines = printed.split('\n').filter(line => line.trim())
  for (const line of lines) expect(() => JSON.parse(line), line).not.toThrow()
  for (const { headers } of answers) {
    const id = String(headers['x-request-id'])
    expect(lines.filter(line => line.includes(id)).length).toBeGreaterThan(0)
  }
  const secrets = [webhook, rotated].map(({ body }) => body.secret)
  expect(secrets).toEqual([expect.stringMatching(/^whsec_/), expect.stringMatching(/^whsec_/)])
  expect(replayed.body).toEqual(webhook.body)
  for (const { body } of answers.slice(1)) expect(JSON.stringify(body)).not.toContain('whsec_')
  const bare = [key.slice('tx_test_'.length), ...secrets.map(secret => secret.slice('whsec_'.length))]
  for (const secret of bare) expect(printed).not.toContain(secret)
  const octets = secrets.map(secret => Buffer.from(secret.slice('whsec_'.length), 'base64'))
  const words = [...bare, ...octets, 'PRIVATE KEY', control]
  expect(wordsInFiles(folder.path, words)).toEqual([control])
})
