import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { goodPassword, visitor } from './console-visitor.ts'
import { type Service, startService } from './service.ts'
import { usedDataFolder } from './used-data-folder.ts'

const key = randomBytes(32).toString('base64')
const setUpToken = ({ output }: Service) => /setup\?token=(\S+)/.exec(output())?.[1] ?? ''

test('sessions outlive a restart with the same encryption key, and end without it', async () => {
  using folder = usedDataFolder()
  const cookies = new Map<string, string>()
  /** A new start with the settings, and what it says to the browser that has been here before. */
  async function askAnew(env: Record<string, string>) {
    await using service = await startService({ dataDir: folder.path, env })
    return (await visitor(service.url, {}, cookies).get('/console/session')).status
  }
  const ada = { name: 'Ada', email: 'ada@example.com', password: goodPassword, organization_name: 'Acme' }
  {
    await using service = await startService({ dataDir: folder.path, env: { POSTHORN_ENCRYPTION_KEY: key } })
    const browser = visitor(service.url, {}, cookies)
    expect((await browser.post('/console/set-up', { ...ada, token: setUpToken(service) })).status).toBe(200)
  }

  expect(await askAnew({ POSTHORN_ENCRYPTION_KEY: key })).toBe(200)
  expect(await askAnew({})).toBe(401)
})
