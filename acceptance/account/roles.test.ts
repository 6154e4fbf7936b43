import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { ask, client } from '../http-client/client.ts'
import { newDataFolder, postgresUrl } from '../service/data-folder.ts'
import { compileCache, node, repository, run } from '../service/service.ts'

const { url, dataDir, testKey } = inject('service')

/** `npm run <role>` without npm, which would hide where the exit code comes from and take a second. */
function startRole(role: 'api' | 'worker' | 'migrate', databaseUrl: string, cwd: string, more = {}) {
  const env = { ...compileCache, PORT: '0', POSTHORN_DATA_DIR: dataDir, DATABASE_URL: databaseUrl, ...more }
  const started = run([node, join(repository, `server/src/commands/${role}.ts`)], { env, cwd })
  // Whatever the test finds, none of its workers keeps running and takes work of other tests.
  onTestFinished(() => void started.child.kill('SIGKILL'))
  return started
}

test.each(['api', 'worker', 'migrate'] as const)('%s needs DATABASE_URL and says so in one line', async role => {
  using folder = newDataFolder()

  const { printed, exited } = startRole(role, '', folder.path)

  expect(await exited).toEqual({ code: 1, signal: null })
  expect(printed.stderr.trim().split('\n')).toHaveLength(1)
  expect(printed.stderr).toContain('DATABASE_URL')
})

test('migrate may run at any time, in any number at once, beside the running service', async () => {
  using folder = newDataFolder()

  const migrations = [1, 2].map(() => startRole('migrate', postgresUrl(dataDir), folder.path))

  for (const { exited, printed } of migrations) expect(await exited, printed.stderr).toEqual({ code: 0, signal: null })
  expect((await ask(url, { path: '/readyz' })).status).toBe(200)
  expect((await client(url, testKey).get('/v1/contacts')).status).toBe(200)
})

test('workers run beside the service and end cleanly within 30 s', async () => {
  using folder = newDataFolder()
  const workers = [1, 2].map(() => startRole('worker', postgresUrl(dataDir), folder.path))
  for (const { printed } of workers) {
    await expect.poll(() => printed.stdout + printed.stderr, { timeout: 20_000 }).toMatch(/worker is running/)
    // An operator in production must not learn this from mail that does not arrive.
    expect(printed.stdout + printed.stderr).toMatch(/live email is captured, not sent: choose a transport/)
  }

  const askedAt = performance.now()
  for (const { child } of workers) child.kill('SIGTERM')

  for (const { exited, printed } of workers) {
    expect(await exited, printed.stderr).toEqual({ code: 0, signal: null })
    expect(printed.stdout + printed.stderr).not.toMatch(/"level":[56]0/)
  }
  expect(performance.now() - askedAt).toBeLessThan(30_000)
  expect((await ask(url, { path: '/readyz' })).status).toBe(200)
})

test('a worker with a port reports its health there, and serves nothing else', async () => {
  using folder = newDataFolder()
  const worker = startRole('worker', postgresUrl(dataDir), folder.path, { POSTHORN_WORKER_PORT: '0' })
  const portOf = () => /"port":(\d+)/.exec(worker.printed.stdout)?.[1]
  await expect.poll(portOf, { timeout: 20_000 }).toBeDefined()
  const door = `http://127.0.0.1:${portOf()}`

  expect((await ask(door, { path: '/healthz' })).status).toBe(200)
  await expect.poll(async () => (await ask(door, { path: '/readyz' })).status, { timeout: 20_000 }).toBe(200)
  const metrics = await ask(door, { path: '/metrics' })
  expect([metrics.status, metrics.text]).toEqual([200, expect.stringContaining('process_resident_memory_bytes')])
  expect((await ask(door, { path: '/v1/contacts' })).status).toBe(404)

  worker.child.kill('SIGTERM')
  expect(await worker.exited, worker.printed.stderr).toEqual({ code: 0, signal: null })
})
