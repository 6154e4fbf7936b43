import { expect, test } from 'vitest'
import { ask, client } from './client.ts'
import { createOrganization } from './operator.ts'
import { startService } from './service.ts'
import { usedDataFolder } from './used-data-folder.ts'

test('even at trace every line is JSON, those of a request carry its id, and none has a key', async () => {
  using folder = usedDataFolder()
  await using service = await startService({ dataDir: folder.path, env: { LOG_LEVEL: 'trace' } })
  const { test_key: key } = await createOrganization(folder.path)
  const api = client(service.url, key)

  const answers = [
    await api.post('/v1/contacts', { email: 'ada@example.com' }),
    await api.post('/v1/contacts', { email: 'nonsense' }),
    await api.get('/v1/contacts/nobody'),
    await ask(service.url, { path: '/v1/contacts', key: `${key}x` }),
  ]
  await ask(service.url, { path: '/%zz' })
  await service.stop()

  const printed = service.output().split('Stop with Ctrl-C.')[1] ?? ''
  const lines = printed.split('\n').filter(line => line.trim())
  for (const line of lines) expect(() => JSON.parse(line), line).not.toThrow()
  for (const { headers } of answers) {
    const id = String(headers['x-request-id'])
    expect(lines.filter(line => line.includes(id)).length).toBeGreaterThan(0)
  }
  expect(printed).not.toContain(key)
  expect(printed).not.toContain(key.slice('tx_test_'.length))
})
