import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { parseConfig } from '#setup/config.ts'
import { sceneAtTerminal } from '../../../../testing/scene-at-terminal.ts'
import { type, typeJson } from '../../terminal.fixture.ts'
import { addUp } from './add-up.ts'
import { kindOf } from './kinds.ts'

const scene = sceneAtTerminal()

type Shown = { kind: string; bytes: number; rows: number | null; bytes_per_email: number | null }
const shown = async (): Promise<Record<string, Shown>> =>
  Object.fromEntries((await typeJson(scene.config, 'disk')).data.map((one: Shown) => [one.kind, one]))
/** Random, so that it does not compress. */
const randomText = (bytes: number) =>
  sql`(select string_agg(md5(random()::text || i || nth), '') from generate_series(1, ${sql.lit(bytes / 32)}) nth)`
const insertEmails = (count: number, bodyBytes: number) =>
  sql`insert into emails (environment_id, id, organization_id, from_address, to_addresses, subject, html, message_stream,
      size, attachments, created_at)
    select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'a@acme.test', '{b@example.com}', 'Hello',
      ${randomText(bodyBytes)}, 'transactional', 1, 0, now()
    from generate_series(1, ${sql.lit(count)}) i`.execute(scene.database.db)
const analyze = (table: string) => sql`analyze ${sql.table(table)}`.execute(scene.database.db)

test('every table of the migrated database has a kind, and no other table has one', async () => {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace not in
      (select oid from pg_namespace where nspname like 'pg\\_%' or nspname = 'information_schema')`.execute(
    scene.database.db,
  )

  expect(Object.keys(kindOf).toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
})

test('the count of a table without statistics is unknown, and zero for an empty table', async () => {
  await insertEmails(3, 32)

  const { emails, deliveries } = await shown()
  const { out } = await type(scene.config, 'disk')

  expect(emails).toMatchObject({ rows: null, counted_in: 'emails', bytes_per_email: null })
  expect(deliveries).toMatchObject({ rows: 0 })
  expect(out).toMatch(/^emails +\d+ KiB +– +unknown +emails$/m)
  expect(out).toContain('The size per email is not known yet.\n')
  expect(out).toContain('ANALYZE')
})

test('long bodies are counted apart from the rows of their emails, and both are divided by the emails', async () => {
  await insertEmails(97, 32)
  await analyze('emails')
  const before = await shown()

  await insertEmails(100, 12_800)
  await analyze('emails')

  const { emails, bodies_and_attachments: bodies } = await shown()
  expect(emails).toMatchObject({ rows: 200, bytes_per_email: Math.round((emails?.bytes ?? 0) / 200) })
  expect(bodies).toMatchObject({ rows: 0, bytes_per_email: Math.round((bodies?.bytes ?? 0) / 200) })
  expect((bodies?.bytes ?? 0) - (before.bodies_and_attachments?.bytes ?? 0)).toBeGreaterThan(1_280_000)
  expect((emails?.bytes ?? 0) - (before.emails?.bytes ?? 0)).toBeLessThan(200_000)
})

test('the kinds add up to all tables with TOAST and indexes, and the database is larger than that', async () => {
  const { rows } = await sql<{ bytes: number }>`
    select sum(pg_total_relation_size(oid))::float8 as bytes from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace`.execute(scene.database.db)

  const { data, other_bytes, database_bytes, bytes_per_email } = await typeJson(scene.config, 'disk')

  const bytes = data.reduce((sum: number, one: Shown) => sum + one.bytes, 0)
  expect(bytes).toBe(rows[0]?.bytes)
  expect(other_bytes).toBeGreaterThan(0)
  expect(bytes + other_bytes).toBe(database_bytes)
  const perEmail = data.reduce((sum: number, one: Shown) => sum + (one.bytes_per_email ?? 0), 0)
  expect(Math.abs(perEmail - bytes_per_email)).toBeLessThanOrEqual(data.length)
})

test('the text has a line for each kind, the total, and the size per email', async () => {
  await sql`insert into contacts (environment_id, id, email, email_subscribed, sms_subscribed, created_at, updated_at)
    select gen_random_uuid(), gen_random_uuid(), i || '@example.com', true, false, now(), now() from generate_series(1, 1200) i`.execute(
    scene.database.db,
  )
  await analyze('contacts')

  const { out } = await type(scene.config, 'disk')

  expect(out).toMatch(/^DATA +ON DISK +PER EMAIL +ROWS, ABOUT +COUNTED IN\nemails +/)
  expect(out).toMatch(/^contacts +[\d.]+ [KM]iB +– +1,200 +contacts$/m)
  expect(out).toMatch(/^the rest +\S+ [KM]iB +– +– +–$/m)
  expect(out).toMatch(/^The database takes [\d.]+ MiB; [\d.]+ MiB of that belong to PostgreSQL itself/m)
  expect(out).toMatch(/^An email takes about [\d.]+ KiB, /m)
  expect(out).not.toContain('ANALYZE')
})

test('no table is read: an account without read permission sees the same', async () => {
  const role = sql.id(`reads_nothing_${process.pid}`)
  await sql`create role ${role} login password 'nothing'`.execute(scene.database.db)
  await sql`grant select on schema_migrations to ${role}`.execute(scene.database.db)
  const url = new URL(scene.config.databaseUrl ?? '')
  url.username = `reads_nothing_${process.pid}`
  url.password = 'nothing'

  const told = await typeJson(parseConfig({ DATABASE_URL: url.href }), 'disk')

  expect(told.data).toEqual((await typeJson(scene.config, 'disk')).data)
  await sql`drop owned by ${role}`.execute(scene.database.db)
  await sql`drop role ${role}`.execute(scene.database.db)
})

test('TOAST without its own kind is counted with its table', () => {
  const sms = { table: 'sms', bytes: 100, toastBytes: 40, rows: 2 } as const
  const emails = { table: 'emails', bytes: 1_000, toastBytes: 600, rows: 10 } as const

  const added = addUp([sms, emails]).filter(({ bytes }) => bytes > 0)

  expect(added).toEqual([
    { kind: 'emails', bytes: 400, counted: 'emails', rows: 10, perEmail: 40 },
    { kind: 'bodies and attachments', bytes: 600, counted: 'email_attachments', rows: null, perEmail: 60 },
    { kind: 'SMS', bytes: 100, counted: 'sms', rows: 2, perEmail: null },
  ])
})
