import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { client } from '../http-client/client.ts'
import { newDataFolder } from '../service/data-folder.ts'
import { compileCache, program, run } from '../service/service.ts'
import { usedDataFolder } from '../service/used-data-folder.ts'

const begin = (env: Record<string, string>, cwd: string) =>
  run(program('start'), { env: { ...compileCache, ...env }, cwd })

/** Starts the service where it should refuse to start: how it ended and what it printed. */
async function refusal(env: Record<string, string>, cwd: string) {
  const { printed, exited } = begin({ PORT: '0', ...env }, cwd)
  const { code } = await exited
  return { code, said: printed.stderr.trim().split('\n'), shown: printed.stdout }
}

test('.env in the folder of the start is read, the environment wins over it, and a second start on the data folder does no harm', async () => {
  using folder = newDataFolder()
  using used = usedDataFolder()
  const [place, dataDir] = [folder.path, used.path]
  const lines = ['POSTHORN_LIVE_KEY=tx_live_from_the_env_file_0001', 'POSTHORN_TEST_KEY=tx_test_from_the_env_file_0001']
  await writeFile(join(place, '.env'), `# settings\n${lines.join('\n')}\nLOG_LEVEL=nonsense\n`)

  const refused = await refusal({ POSTHORN_DATA_DIR: dataDir }, place)
  expect(refused.said.join()).toContain('LOG_LEVEL')

  const settings = { PORT: '0', POSTHORN_DATA_DIR: dataDir, LOG_LEVEL: 'warn' }
  const first = begin({ ...settings, POSTHORN_TEST_KEY: 'tx_test_from_the_environment_01' }, place)
  await expect.poll(() => first.printed.stdout, { timeout: 20_000 }).toMatch(/Ctrl-C/)
  const second = await refusal({ POSTHORN_DATA_DIR: dataDir }, dataDir)
  expect(second.code).toBe(1)
  expect(second.said).toHaveLength(1)
  expect(second.said[0]).toMatch(/already running/i)
  expect(second.said[0]).toContain(dataDir)
  expect(second.shown).toBe('')

  const url = /API +(\S+)/.exec(first.printed.stdout)?.[1] ?? ''
  for (const key of ['tx_live_from_the_env_file_0001', 'tx_test_from_the_environment_01'])
    expect((await client(url, key).post('/v1/contacts', { email: 'still@here.example.com' })).status).toBe(201)
  first.child.kill('SIGTERM')
  expect(await first.exited).toEqual({ code: 0, signal: null })
})

test('a port in use is reported in one line before anything is prepared', async () => {
  using folder = newDataFolder()
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const address = taken.address()
  const port = String(address && typeof address === 'object' && address.port)

  const { code, said } = await refusal({ PORT: port, POSTHORN_DATA_DIR: folder.path }, folder.path)
  taken.close()

  expect(code).toBe(1)
  expect(said).toHaveLength(1)
  expect(said[0]).toMatch(/PORT/)
  expect(said[0]).toContain(port)
  expect(readdirSync(folder.path)).toEqual([])
})

const secret = 'hunter2-hunter2-hunter2'
const wrong: [name: string, value: string, expected: RegExp][] = [
  ['PORT', '65536', /number.*65535/],
  ['HOST', 'http://localhost', /address|host name/],
  ['LOG_LEVEL', 'loud', /debug.*info/],
  ['POSTHORN_LIVE_KEY', `tx_test_${secret}`, /tx_live_.*20/],
  ['POSTHORN_TEST_KEY', secret, /tx_test_.*20/],
  ['DATABASE_URL', `mysql://root:${secret}@localhost/x`, /postgres:\/\//],
  ['POSTHORN_PUBLIC_URL', 'mail.example.com', /https:\/\//],
]

test('wrong settings are refused all at once: each by its name, with what was expected', async () => {
  using folder = newDataFolder()
  const settings = Object.fromEntries(wrong.map(([name, value]) => [name, value]))

  const { code, said } = await refusal({ POSTHORN_DATA_DIR: folder.path, ...settings }, folder.path)

  expect(code).toBe(1)
  expect(said).toHaveLength(wrong.length)
  for (const [name, , expected] of wrong) {
    const line = said.find(text => text.startsWith(name))
    expect(line, name).toMatch(expected)
    expect(line, 'keys and passwords are not repeated on a screen').not.toContain(secret)
  }
  expect(readdirSync(folder.path), 'nothing is prepared').toEqual([])
})

test('a data folder that cannot be created is refused by name', async () => {
  const nowhere = run(program('start'), { env: { POSTHORN_DATA_DIR: '/proc/posthorn' } })
  expect(await nowhere.exited).toEqual({ code: 1, signal: null })
  expect(nowhere.printed.stderr).toMatch(
    /^POSTHORN_DATA_DIR \/proc\/posthorn cannot be written to .* or set POSTHORN_DATA_DIR to another folder\.$/m,
  )

  using folder = newDataFolder()
  await writeFile(join(folder.path, 'file'), '')

  const { code, said } = await refusal({ POSTHORN_DATA_DIR: join(folder.path, 'file/data') }, folder.path)

  expect(code).toBe(1)
  expect(said).toHaveLength(1)
  expect(said[0]).toContain('POSTHORN_DATA_DIR')
})

test('a database that does not answer is reported in one line, without its password', async () => {
  using folder = newDataFolder()
  const url = `postgres://posthorn:${secret}@127.0.0.1:1/posthorn`

  const { code, said } = await refusal({ POSTHORN_DATA_DIR: folder.path, DATABASE_URL: url }, folder.path)

  expect(code).toBe(1)
  expect(said).toHaveLength(1)
  expect(said[0]).toContain('127.0.0.1:1')
  expect(said[0]).not.toContain(secret)
})
