import { chmodSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { startApi } from '#commands/api.ts'
import { systemClock } from '#core/clock.ts'
import { openSealer, sealer } from '#core/seal.ts'
import { openForeignText } from '#foreign-text/open.ts'
import { type Database, openDatabase } from '#postgres/database.ts'
import { freePort } from '#postgres/embedded/cluster.ts'
import { readInstanceSecret } from '#postgres/instance.ts'
import { addCredits } from '#resources/account/credits/add.ts'
import { removeWay, saveWay } from '#resources/account/sending-plan/change.ts'
import { waySafe } from '#resources/account/sending-plan/safe.ts'
import { createWebhook } from '#resources/automation/webhooks/create.ts'
import { webhookSecrets } from '#resources/automation/webhooks/secrets.ts'
import { addDomain } from '#resources/messages/domains/add.ts'
import { keySafe } from '#resources/messages/domains/key-safe.ts'
import { newPrivateKeys } from '#resources/messages/domains/keys.ts'
import { parseConfig } from '#setup/config.ts'
import { openLog } from '#setup/log.ts'
import { createCallers } from '../../../testing/callers.ts'
import { createBareDatabase, createTestDatabase, openTestDatabase } from '../../../testing/postgres.ts'
import { emptyFolder, type, typeJson } from '../terminal.fixture.ts'
import type { Check } from './check.ts'
import { checkClock } from './clock-difference.ts'
import { checkDurability } from './database.ts'
import { judgeSpace } from './disk.ts'
import { checkEncryptionKey } from './encryption-key.ts'
import { checkNode, examine } from './examine.ts'
import { checkLocale } from './locale.ts'

const log = openLog('silent')

let database: Database
let settings: Record<string, string>
beforeAll(async () => {
  const url = await createTestDatabase(inject('clusterUrl'))
  database = openDatabase({ url })
  settings = {
    DATABASE_URL: url,
    POSTHORN_DATA_DIR: emptyFolder(),
    PORT: String(await freePort()),
    LOG_LEVEL: 'silent',
  }
})
afterAll(() => database[Symbol.asyncDispose]())
beforeEach(() => setHeartbeat(1))

async function setHeartbeat(secondsAgo: number) {
  await sql`insert into worker_heartbeats (worker_id, machine, process, seen_at)
    values ('pool', 'here', '1:1', now() - make_interval(secs => ${secondsAgo}))
    on conflict (worker_id) do update set seen_at = excluded.seen_at`.execute(database.db)
}

/** The doctor's results by name, and its exit code. */
async function visit(changes: Record<string, string> = {}) {
  const config = parseConfig({ ...settings, ...changes })
  const [{ exitCode }, { ok, checks }] = await Promise.all([type(config, 'doctor'), typeJson(config, 'doctor')])
  const found: Record<string, Check> = Object.fromEntries(checks.map((check: Check) => [check.name, check]))
  expect(ok).toBe(exitCode === 0)
  return { exitCode, found }
}

test('with everything running there is nothing to fix', async () => {
  await using _api = await startApi(parseConfig(settings), database, log, openForeignText(log))

  const { exitCode, found } = await visit({ POSTHORN_ALLOW_UNSAFE_DATABASE: 'true' })

  const statuses = Object.entries(found).map(([name, { status }]) => [name, status])
  expect(Object.fromEntries(statuses)).toEqual({
    settings: 'ok',
    node: 'ok',
    database: 'ok',
    // The test database runs with fsync off.
    durability: 'warning',
    locale: 'ok',
    connections: 'ok',
    migrations: 'ok',
    searches: 'ok',
    sender_domains: 'ok',
    encryption_key: 'ok',
    queue: 'ok',
    credits: 'ok',
    clock: 'ok',
    api: 'ok',
    // Depends on the machine of the test.
    disk: expect.stringMatching(/ok|warning/),
    secret_files: 'ok',
    dns: expect.stringMatching(/ok|warning/),
    email_transport: 'warning',
    sms_carrier: 'warning',
    bodies: 'ok',
  })
  expect(exitCode).toBe(0)
})

test('a database with fsync on is safe', () => {
  const fitness = { version: 18, encoding: 'UTF8', unsafe: [] }

  expect(checkDurability({ allowUnsafeDatabase: false }, fitness)).toMatchObject({ name: 'durability', status: 'ok' })
})

test('a database that folds case only for English says what a search misses', async () => {
  const english = sql`template template0 locale_provider libc locale 'C'`
  await using plain = openDatabase({ url: await createBareDatabase(inject('clusterUrl'), english) })

  expect(await checkLocale(plain.db)).toMatchObject({
    ...{ name: 'locale', status: 'warning', message: expect.stringContaining('Łódź') },
  })
  expect(await checkLocale(database.db)).toMatchObject({ name: 'locale', status: 'ok' })
})

test('an unreachable database is named, with what to do, and the exit code is 1', async () => {
  const config = parseConfig({ ...settings, DATABASE_URL: 'postgres://ph:secret@127.0.0.1:1/ph' })

  const { out, exitCode } = await type(config, 'doctor')

  expect(exitCode).toBe(1)
  expect(out).toMatch(/✗ database +The database at 127\.0\.0\.1:1 cannot be used: .*ECONNREFUSED.*\n +→ Is it running/)
  expect(out).toMatch(/✓ settings/)
  expect(out).not.toContain('secret@')
})

test('when nothing runs, the doctor says how to start it', async () => {
  const { exitCode, found } = await visit({ DATABASE_URL: '' })

  expect(exitCode).toBe(1)
  expect(found.database).toMatchObject({ status: 'error', message: expect.stringContaining('start it with npm start') })
  expect(found.api).toMatchObject({ status: 'error', advice: expect.stringContaining('npm start') })
  expect(found).toHaveProperty('disk')
})

const provider = {
  POSTHORN_OIDC_ISSUER: 'https://id.example.com',
  POSTHORN_OIDC_CLIENT_ID: 'posthorn',
  POSTHORN_OIDC_CLIENT_SECRET: 'secret',
}
test.each(['POSTHORN_RATE_CARD', 'POSTHORN_DELIVERY_FILE', 'POSTHORN_GEOIP_FILE', 'POSTHORN_OIDC_GROUPS_FILE'])(
  'a file of %s that a start would refuse is named, and the other checks still run',
  async name => {
    const file = join(emptyFolder(), 'absent')
    const loadConfig = () => parseConfig({ ...settings, ...provider, [name]: file })
    const checks = await examine({ loadConfig, clock: systemClock })

    expect(checks[0]).toMatchObject({ name: 'settings', status: 'error', message: expect.stringContaining(file) })
    expect(checks.map(check => check.name)).toContain('database')
  },
)

test('a wrong setting is named, and the checks that do not need settings still run', async () => {
  const loadConfig = () => parseConfig({ PORT: 'eighty' })

  const checks = await examine({ loadConfig, clock: systemClock })

  expect(checks[0]).toMatchObject({
    name: 'settings',
    status: 'error',
    message: expect.stringContaining('PORT must be'),
  })
  expect(checks.map(({ name }) => name)).toEqual(['settings', 'node', 'dns'])
})

test('a queue without a worker is an error, and a recent heartbeat is enough', async () => {
  await setHeartbeat(44)
  expect((await visit()).found.queue).toMatchObject({ status: 'ok', message: expect.stringContaining('1 worker') })

  await setHeartbeat(46)
  const { found, exitCode } = await visit()
  expect(found.queue).toMatchObject({ status: 'error', advice: expect.stringContaining('npm run worker') })
  expect(exitCode).toBe(1)

  await sql`delete from worker_heartbeats`.execute(database.db)
  expect((await visit()).found.queue).toMatchObject({
    status: 'error',
    message: expect.stringMatching(/^No worker is running/),
  })
})

test('an account that differs from its ledger is an error that names it', async () => {
  await using forged = await openTestDatabase(inject('clusterUrl'))
  const { organizationId } = await createCallers(forged)
  await forged.transaction(tx => addCredits(tx, new Date(), { organizationId, credits: 5 }))
  const look = async () => (await visit({ DATABASE_URL: forged.pool.options.connectionString ?? '' })).found.credits
  expect(await look()).toMatchObject({ status: 'ok' })

  await sql`update credit_accounts set added = added + 0.001`.execute(forged.db)

  expect(await look()).toMatchObject({
    status: 'error',
    message: expect.stringContaining(`${organizationId} by 0.001`),
  })
})

test('tables older than the code are an error, and are not changed', async () => {
  await using behind = await openTestDatabase(inject('clusterUrl'))
  await sql`drop table schema_migrations, worker_heartbeats`.execute(behind.db)

  const { found } = await visit({ DATABASE_URL: behind.pool.options.connectionString ?? '' })

  expect(found.migrations).toMatchObject({ status: 'error', advice: 'Run `npm run migrate`.' })
  expect(found.migrations?.message).toContain('ground_floor')
  expect(found).not.toHaveProperty('queue')
})

test('a database that can lose acknowledged data is an error, and a warning where the settings permit it', async () => {
  const url = await createTestDatabase(inject('clusterUrl'))
  await using careless = openDatabase({ url })
  const name = new URL(url).pathname.slice(1)
  await sql`alter database ${sql.id(name)} set synchronous_commit = off`.execute(careless.db)

  const refused = await visit({ DATABASE_URL: url })
  const permitted = await visit({ DATABASE_URL: url, POSTHORN_ALLOW_UNSAFE_DATABASE: 'true' })

  expect(refused.found.durability).toMatchObject({ status: 'error' })
  expect(permitted.found.durability).toMatchObject({ status: 'warning' })
  for (const { found } of [refused, permitted]) expect(found.durability?.message).toContain('synchronous_commit')
})

test('a database that takes no writes is an error', async () => {
  const url = await createTestDatabase(inject('clusterUrl'))
  await using database = openDatabase({ url })
  await sql`alter database ${sql.id(new URL(url).pathname.slice(1))} set default_transaction_read_only = on`.execute(
    database.db,
  )

  const { found } = await visit({ DATABASE_URL: url })

  expect(found.writes).toMatchObject({ status: 'error', message: expect.stringContaining('read-only') })
})

test.each([
  [1_000, 'ok', /agree/],
  [5_000, 'warning', /5 s behind this machine/],
  [-5_000, 'warning', /5 s ahead of this machine/],
  [120_000, 'error', /120 s behind this machine/],
])('a clock of this machine that is %i ms fast is %s', async (fastMs, status, message) => {
  const check = await checkClock(database.db, () => new Date(Date.now() + fastMs))

  expect(check).toMatchObject({ status, message: expect.stringMatching(message) })
})

test('an API that has lost its database is an error that says so', async () => {
  const lost = openDatabase({ url: settings.DATABASE_URL ?? '' })
  await using _api = await startApi(parseConfig(settings), lost, log, openForeignText(log))
  await lost[Symbol.asyncDispose]()

  expect((await visit()).found.api).toMatchObject({
    status: 'error',
    message: expect.stringContaining('is not ready: The database does not answer.'),
  })
})

test('another program on the port of the API is detected', async () => {
  await using stranger = createServer((_request, response) => void response.end('{"status":"fine"}'))
  await new Promise<void>(resolve => stranger.listen(0, '127.0.0.1', resolve))
  const PORT = String((stranger.address() as AddressInfo).port)

  expect((await visit({ PORT })).found.api).toMatchObject({
    status: 'error',
    message: `The program that answers at http://127.0.0.1:${PORT} is not Posthorn.`,
  })
})

test('an API on another machine is found at its public URL', async () => {
  await using api = await startApi(parseConfig({ ...settings, PORT: '0' }), database, log, openForeignText(log))

  const { found } = await visit({ POSTHORN_PUBLIC_URL: api.url })

  expect(found.api).toMatchObject({ status: 'ok', message: `Ready at ${api.url}.` })
})

test('an API on a random port cannot be checked, which is not an error', async () => {
  expect((await visit({ PORT: '0' })).found.api).toMatchObject({ status: 'warning' })
})

test.each(['keys.json', 'postgres-password'])(
  '%s that other accounts can read is an error, with the command to fix it',
  async name => {
    const file = join(emptyFolder(), name)
    const look = async () => (await visit({ POSTHORN_DATA_DIR: join(file, '..') })).found.secret_files
    writeFileSync(file, '', { mode: 0o600 })
    expect(await look()).toMatchObject({ status: 'ok' })

    chmodSync(file, 0o640)

    expect(await look()).toMatchObject({ status: 'error', advice: `chmod 600 ${file}` })
  },
)

const [mebi, gibi] = [2 ** 20, 2 ** 30]
test.each([
  [20 * gibi, 100 * gibi, 'ok', '20.0 GiB (20 %)'],
  [9 * gibi, 100 * gibi, 'warning', '9.0 GiB (9 %)'],
  [900 * mebi, 2 * gibi, 'warning', '900 MiB (43 %)'],
  [1 * gibi, 10 * gibi, 'ok', '1.0 GiB (10 %)'],
  [0, 100 * gibi, 'error', '0 bytes (0 %)'],
  [99 * mebi, 100 * gibi, 'error', '99 MiB (0 %)'],
])('%i bytes free of %i are %s', (free, total, status, message) => {
  expect(judgeSpace('/data', { free, total })).toMatchObject({
    status,
    message: `${message} free for /data.`,
  })
})

test.each([
  ['24.0.0', 'ok'],
  ['26.1.0', 'ok'],
  ['22.18.0', 'error'],
  ['9.9.9', 'error'],
])('Node %s is %s', (version, status) => {
  expect(checkNode(version)).toMatchObject({ status })
})

test('a transport saved in the dashboard is checked like one in the settings', async () => {
  const safe = waySafe(openSealer(null, await readInstanceSecret(database.db)))
  const relay = { type: 'relay', preset: null, host: '127.0.0.1', port: 1, username: null, password: null } as const
  const way = { ...relay, security: 'none' } as const
  await database.transaction(tx => saveWay(tx, safe, { channel: 'email', way, at: new Date() }))

  const checks = await examine({ loadConfig: () => parseConfig(settings), clock: systemClock })
  await database.transaction(tx => removeWay(tx, 'email'))

  expect(checks.find(({ name }) => name === 'email_transport')?.message).toMatch(
    /^Relay 127\.0\.0\.1:1 fails at connecting/,
  )
})

test('an encryption key that cannot decrypt the keys of a domain is an error that names the domain', async () => {
  const { organizationId } = await createCallers(database)
  const safe = keySafe(sealer(Buffer.alloc(32, 1)))
  const keys = await newPrivateKeys()
  await database.transaction(tx => addDomain(tx, safe, new Date(), { organizationId, name: 'locked.example' }, keys))
  const look = async (POSTHORN_ENCRYPTION_KEY: string) =>
    checkEncryptionKey(parseConfig({ ...settings, POSTHORN_ENCRYPTION_KEY }), database.db)
  const another = Buffer.alloc(32, 2).toString('base64')
  expect(await look(another)).toMatchObject({ status: 'ok' })

  await sql`update domains set verified_at = now() where name = 'locked.example'`.execute(database.db)

  expect(await look(another)).toMatchObject({ status: 'error', message: expect.stringContaining('locked.example') })
  expect(await look(Buffer.alloc(32, 1).toString('base64'))).toMatchObject({ status: 'ok' })
})

test('an encryption key that cannot decrypt the secret of a webhook is an error, while the webhook is active', async () => {
  const { live } = await createCallers(database)
  const secrets = webhookSecrets(sealer(Buffer.alloc(32, 1)))
  const asked = { url: 'https://acme.example/hook', subscribed_events: ['*' as const] }
  const made = { secrets, addresses: 'public' as const }
  const { webhook } = await database.transaction(tx => createWebhook(tx, live, new Date(), asked, made))
  const look = async (byte: number) => {
    const POSTHORN_ENCRYPTION_KEY = Buffer.alloc(32, byte).toString('base64')
    return checkEncryptionKey(parseConfig({ ...settings, POSTHORN_ENCRYPTION_KEY }), database.db)
  }

  expect(await look(2)).toMatchObject({
    status: 'error',
    message: expect.stringContaining('The secrets of 1 webhook were encrypted with another POSTHORN_ENCRYPTION_KEY'),
  })
  expect((await look(1)).message).not.toContain('webhook were')
  await sql`update webhooks set status = 'inactive' where id = ${webhook.id}`.execute(database.db)
  expect((await look(2)).message).not.toContain('webhook were')
})
