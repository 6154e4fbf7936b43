import { permissions } from '@posthorn/contract/permissions'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Database, openDatabase } from '#postgres/database.ts'
import { readMigrations } from '#postgres/migrate.ts'
import { asking } from '../../../../testing/asking.ts'
import { createCallers } from '../../../../testing/callers.ts'
import { createTestDatabase, openTestDatabase } from '../../../../testing/postgres.ts'
import { isApiKey, newApiKey } from './api-key.ts'
import { ensureFirstOrganization } from './first-organization.ts'
import { callerFinder, callerIdentifier, keyCacheMs } from './identify.ts'
import { createKey, parsePermissions, readKeysOfEnvironment, readOwnKey, renameOwnKey, revokeKey } from './keys.ts'
import { setPlan } from './plan.ts'
import { unlimited } from './plans.ts'
import { keyRoutes } from './routes.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase(inject('clusterUrl'))
})
afterAll(() => database[Symbol.asyncDispose]())

const identifier = (at = { ms: 0 }, db = database) => ({
  identify: callerIdentifier(callerFinder(db.db), () => at.ms),
  at,
})

test('a key names its organization, its environment and its mode; its other key names the other environment', async () => {
  const { live, test, organizationId } = await createCallers(database)

  expect(live).toMatchObject({ organizationId, mode: 'live' })
  expect(test).toMatchObject({ organizationId, mode: 'test' })
  expect(live.environmentId).not.toBe(test.environmentId)
})

test.each([
  ['free', 100],
  ['starter', 1_000],
  ['pro', 10_000],
  ['enterprise', unlimited],
] as const)('a key of the plan %s may make %i requests per hour', async (plan, limit) => {
  expect((await createCallers(database, { name: 'x', plan })).live.requestsPerHour).toBe(limit)
})

test('the plan can be changed, and Enterprise can have its own limit', async () => {
  const { organizationId, liveKey } = await createCallers(database, { name: 'x', plan: 'free' })
  await database.transaction(tx => setPlan(tx, organizationId, { plan: 'enterprise', requestsPerHour: 77 }))

  expect(await identifier().identify(liveKey)).toMatchObject({ requestsPerHour: 77 })
})

test('keys are not stored: the database has only their hashes', async () => {
  const { liveKey, testKey } = await createCallers(database)
  const { rows } = await sql<{ row: string }>`select api_keys::text as row from api_keys`.execute(database.db)

  const dump = rows.map(row => row.row).join('\n')
  expect(dump).not.toContain(liveKey)
  expect(dump).not.toContain(testKey.slice(12))
})

test('a key from before template permissions can still read templates; only full access can change them', async () => {
  const { organizationId } = await createCallers(database)
  const before = permissions.filter(one => !one.startsWith('templates:'))
  const keys = [before, ['emails:send', 'sms:send'], ['emails:read'], before.slice(1)] as const
  const made = await database.transaction(tx =>
    Promise.all(
      keys.map(own => createKey(tx, new Date(), { organizationId, mode: 'live', name: 'old', permissions: own })),
    ),
  )
  const migration = (await readMigrations()).find(({ name }) => name === 'template_permissions')

  for (const _ of ['once', 'again']) await sql.raw(migration?.text ?? '').execute(database.db)

  const { identify } = identifier()
  const after = await Promise.all(made.map(async ({ key }) => [...((await identify(key))?.permissions ?? [])].sort()))
  expect(after).toEqual(
    [
      [...permissions],
      ['emails:send', 'sms:send'],
      ['emails:read', 'templates:read'],
      [...before.slice(1), 'templates:read'],
    ].map(list => list.sort()),
  )
})

test('new keys have 192 random bits behind their prefix', () => {
  const keys = new Set(Array.from({ length: 1_000 }, () => newApiKey('live')))

  expect(keys.size).toBe(1_000)
  for (const key of keys) expect(isApiKey(key, 'live') && key.length === 8 + 32).toBe(true)
})

test('a revoked key is refused once caches have expired', async () => {
  const { organizationId } = await createCallers(database)
  const made = await database.transaction(tx => createKey(tx, new Date(), { organizationId, mode: 'live', name: 'k' }))
  const { identify, at } = identifier()
  expect(await identify(made.key)).toBeDefined()

  await database.transaction(tx => revokeKey(tx, new Date(), made.id))
  at.ms += keyCacheMs

  expect(await identify(made.key)).toBeUndefined()
  await expect(database.transaction(tx => revokeKey(tx, new Date(), made.id))).resolves.toBe(false)
})

test('whoever revokes a key that a setting fixes is told to change the setting, too', async () => {
  const { live, organizationId } = await createCallers(database)
  const parts = { database, clock: () => new Date(), reservedKeyNames: ['POSTHORN_LIVE_KEY'] }
  const revoke = async (name: string) => {
    const { id } = await database.transaction(tx => createKey(tx, new Date(), { organizationId, mode: 'live', name }))
    const change = {
      action: 'key.revoked',
      actor: { type: 'key', id },
      via: 'api',
      at: new Date(),
      objectId: id,
    } as const
    const asked = { params: { id }, query: undefined, body: undefined }
    // `as`: only the environment and what the audit log needs are read.
    return keyRoutes(parts).revokeApiKey(live, asked, { id: '1', change } as Parameters<
      ReturnType<typeof keyRoutes>['revokeApiKey']
    >[2])
  }

  expect(await revoke('mine')).toMatchObject({ message: 'The key does not work any more.' })
  expect(await revoke('POSTHORN_LIVE_KEY')).toMatchObject({
    message: expect.stringContaining('Change the setting POSTHORN_LIVE_KEY as well'),
  })
})

test('a key that is revoked twice is in the audit log once', async () => {
  const { live, organizationId } = await createCallers(database)
  const parts = { database, clock: () => new Date(), reservedKeyNames: [] }
  const { id } = await database.transaction(tx =>
    createKey(tx, new Date(), { organizationId, mode: 'live', name: 'twice' }),
  )
  const revoke = () => keyRoutes(parts).revokeApiKey(live, { params: { id } }, asking(live, 'key.revoked', id))
  const entries = database.db.selectFrom('audit_log').select('action').where('object_id', '=', id)

  expect(await revoke()).toMatchObject({ success: true })
  expect(await revoke()).toMatchObject({ success: true })
  expect(await entries.execute()).toEqual([{ action: 'key.revoked' }])
})

test('a busy key costs one look-up, and an invalid key at most one', async () => {
  const { liveKey } = await createCallers(database)
  const counted = openDatabase({ url: database.pool.options.connectionString ?? '' })
  let queries = 0
  counted.pool.on('acquire', () => queries++)
  const { identify } = identifier({ ms: 0 }, counted)
  const unknown = newApiKey('live')

  for (let n = 0; n < 20; n++) await Promise.all([identify(liveKey), identify(unknown), identify('junk'), identify('')])

  expect(queries).toBe(2)
  await counted[Symbol.asyncDispose]()
})

test('a failed look-up is not cached', async () => {
  const { liveKey } = await createCallers(database)
  const url = database.pool.options.connectionString ?? ''
  const lost = openDatabase({ url: url.replace(/@[^/]+/, '@127.0.0.1:1') })
  const { identify } = identifier({ ms: 0 }, lost)

  await expect(identify(liveKey)).rejects.toThrow()
  await expect(identify(liveKey)).rejects.toThrow()
  await lost[Symbol.asyncDispose]()
})

test('permissions are parsed from presets and single words', () => {
  expect(parsePermissions(['sending_access', 'contacts:read'])).toEqual(['emails:send', 'sms:send', 'contacts:read'])
  expect(parsePermissions(['emails:send', 'nonsense'])).toBeUndefined()
  expect(parsePermissions(['toString'])).toBeUndefined()
})

test('ten processes that start at once on an empty database make one organization', async () => {
  const fresh = openDatabase({ url: await createTestDatabase(inject('clusterUrl')) })
  const start = () =>
    fresh.transaction(tx =>
      ensureFirstOrganization(tx, new Date(), { fixed: { live: 'tx_live_aaaaaaaaaaaaaaaaaaaa' }, remembered: {} }),
    )

  await Promise.all(Array.from({ length: 10 }, start))

  const { rows } = await sql<{ plan: string }>`select plan from organizations`.execute(fresh.db)
  expect(rows).toEqual([{ plan: 'enterprise' }])
  await fresh[Symbol.asyncDispose]()
})

test('a key that the settings fixed at the very first start stops working when they name another', async () => {
  const fresh = await openTestDatabase(inject('clusterUrl'))
  const [one, two] = [newApiKey('live'), newApiKey('live')]
  const ensure = (live: string) =>
    fresh.transaction(tx => ensureFirstOrganization(tx, new Date(), { fixed: { live }, remembered: {} }))

  await ensure(one)
  await ensure(two)

  const { identify } = identifier({ ms: 0 }, fresh)
  expect(await identify(one)).toBeUndefined()
  expect(await identify(two)).toMatchObject({ mode: 'live' })
  await fresh[Symbol.asyncDispose]()
})

test('a key that the settings fix keeps its reserved name', async () => {
  const { live, organizationId } = await createCallers(database)
  const reserved = ['POSTHORN_LIVE_KEY']
  const make = (name: string) =>
    database.transaction(tx => createKey(tx, new Date(), { organizationId, mode: 'live', name }))
  const rename = (id: string, environmentId = live.environmentId) =>
    database.transaction(tx => renameOwnKey(tx, environmentId, id, { name: 'Production', reserved }))
  const [fixed, other] = [await make('POSTHORN_LIVE_KEY'), await make('CI')]

  await expect(rename(fixed.id)).rejects.toMatchObject({ code: 'validation_error' })
  await expect(rename(fixed.id, organizationId)).rejects.toMatchObject({ code: 'not_found' })
  await rename(other.id)

  const keys = await readKeysOfEnvironment(database.db, live.environmentId)
  expect(keys.map(({ name }) => name)).toEqual(expect.arrayContaining(['POSTHORN_LIVE_KEY', 'Production']))
})

test('a key can be read among any number of keys, and only by its own environment', async () => {
  const { live, test: other, organizationId } = await createCallers(database)
  const { id } = await database.transaction(tx =>
    createKey(tx, new Date(), { organizationId, mode: 'live', name: 'The oldest' }),
  )
  await sql`
    insert into api_keys (id, environment_id, name, key_hash, hint, permissions)
    select gen_random_uuid(), ${live.environmentId}, 'one of many', sha256(gen_random_uuid()::text::bytea), 'x', '{}'
    from generate_series(1, 600)`.execute(database.db)

  expect(await readOwnKey(database.db, live.environmentId, id)).toMatchObject({ id, name: 'The oldest' })
  for (const [caller, named] of [
    [other, id],
    [live, 'x'],
  ] as const)
    await expect(readOwnKey(database.db, caller.environmentId, named)).rejects.toMatchObject({ code: 'not_found' })
})

test('a generated key that the settings then fix stops working when they name another', async () => {
  const fresh = await openTestDatabase(inject('clusterUrl'))
  const ensure = (fixed: { live?: string }) =>
    fresh.transaction(tx => ensureFirstOrganization(tx, new Date(), { fixed, remembered: {} }))
  const generated = await ensure({})
  const live = generated.live ?? expect.unreachable()

  await ensure({ live })
  await ensure({ live: newApiKey('live') })

  expect(await identifier({ ms: 0 }, fresh).identify(live)).toBeUndefined()
  await fresh[Symbol.asyncDispose]()
})

test('a key of another organization cannot be fixed for the first one', async () => {
  const fresh = await openTestDatabase(inject('clusterUrl'))
  const ensure = (fixed: { live?: string }) =>
    fresh.transaction(tx => ensureFirstOrganization(tx, new Date(), { fixed, remembered: {} }))
  await ensure({})
  const { liveKey } = await createCallers(fresh)

  await expect(ensure({ live: liveKey })).rejects.toThrow(/another organization/)
  await fresh[Symbol.asyncDispose]()
})

test('the first organization keeps its keys across restarts; a fixed key has priority, and its predecessor stops working', async () => {
  const fresh = await openTestDatabase(inject('clusterUrl'))
  const { identify, at } = identifier({ ms: 0 }, fresh)
  const ensure = (fixed: { live?: string }, remembered = {}) =>
    fresh.transaction(tx => ensureFirstOrganization(tx, new Date(), { fixed, remembered }))
  const generated = await ensure({})

  expect(await ensure({}, generated)).toEqual(generated)
  const [one, two] = [newApiKey('live'), newApiKey('live')]
  expect((await ensure({ live: one }, generated)).live).toBe(one)
  expect((await ensure({ live: two }, generated)).live).toBe(two)

  at.ms += keyCacheMs
  expect(await identify(one)).toBeUndefined()
  expect(await identify(two)).toMatchObject({ mode: 'live' })
  expect(await identify(generated.live ?? '')).toMatchObject({ mode: 'live' })
  expect((await ensure({ live: one }, generated)).live).toBe(one)
  at.ms += keyCacheMs
  expect(await identify(one)).toMatchObject({ mode: 'live' })
  await fresh[Symbol.asyncDispose]()
})

test('keys are generated once per database, whatever the data folder of a later start contains', async () => {
  const fresh = await openTestDatabase(inject('clusterUrl'))
  const ensure = (remembered = {}) =>
    fresh.transaction(tx => ensureFirstOrganization(tx, new Date(), { fixed: {}, remembered }))
  const first = await ensure()
  expect(first).toEqual({ live: expect.stringMatching(/^tx_live_/), test: expect.stringMatching(/^tx_test_/) })

  expect(await ensure()).toEqual({ live: null, test: null })
  expect(await ensure({ live: newApiKey('live'), test: first.test })).toEqual({ live: null, test: first.test })

  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from api_keys`.execute(fresh.db)
  expect(rows).toEqual([{ count: 2 }])
  await fresh[Symbol.asyncDispose]()
})
