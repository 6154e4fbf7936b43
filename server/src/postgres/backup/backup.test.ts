import { createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { createBareDatabase, createTestDatabase } from '../../../testing/postgres.ts'
import { openDatabase } from '../database.ts'
import { type Migration, readMigrations } from '../migrate.ts'
import { makePartitions } from '../partitions/partitions.ts'
import { connect } from './connect.ts'
import { fillAllTables, readAllTables } from './filled.fixture.ts'
import { loadBackup } from './load-backup.ts'
import { readBackup } from './read-backup.ts'
import { checkRestorable, restoreBackup } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'

const folder = mkdtempSync(join(tmpdir(), 'posthorn-backup-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A backup of a database with a row in every table. */
const file = join(folder, 'whole.backup')
let source: string
beforeAll(async () => {
  source = await createTestDatabase(inject('clusterUrl'))
  await using database = openDatabase({ url: source })
  await makePartitions(database, new Date('2024-06-15T00:00:00Z'))
  await fillAllTables(database)
  await writeBackup(source, createWriteStream(file))
})

async function restoreInto(url: string, path = file, migrations?: readonly Migration[]) {
  const checked = await checkRestorable(path, migrations)
  await using database = openDatabase({ url, name: 'posthorn restore', queryTimeoutMs: 0 })
  return await restoreBackup(url, { path, checked, database, ...(migrations && { migrations }) })
}

const bare = () => createBareDatabase(inject('clusterUrl'))

const copyWith = (change: (bytes: Buffer) => Buffer): string => {
  const path = join(folder, `changed-${crypto.randomUUID()}`)
  writeFileSync(path, change(Buffer.from(readFileSync(file))))
  return path
}

const relationsIn = async (url: string): Promise<number> => {
  await using database = openDatabase({ url, name: 'a test' })
  const { rows } = await database.pool.query(`select from pg_class where relnamespace = 'public'::regnamespace`)
  return rows.length
}

const partitionsIn = async (url: string): Promise<string[]> => {
  await using database = openDatabase({ url, name: 'a test' })
  const { rows } = await database.pool.query<{ line: string }>(
    `select format('%s %s %s', tableoid::regclass, environment_id, email_id) as line from email_bodies
    union all select relname from pg_class where relispartition and relkind = 'r' order by 1`,
  )
  return rows.map(({ line }) => line)
}

/** The tables that differ in a restored copy. The reasons are in catalogue.ts and adapt-restored.ts. */
const differs = ['schema_migrations', 'worker_heartbeats', 'sessions', 'restored_copy', 'restored_work', 'event_marks']

test.each([
  ['without tables', bare],
  ['with empty tables', () => createTestDatabase(inject('clusterUrl'))],
])('every table is restored into a database %s', async (_what, make) => {
  const target = await make()

  const { migrated, leftOut } = await restoreInto(target)

  const [before, after] = [await readAllTables(source), await readAllTables(target)]
  expect(Object.keys(after)).toEqual(Object.keys(before))
  for (const [table, rows] of Object.entries(before)) {
    expect(rows, `${table} was filled`).not.toEqual([])
    if (differs.includes(table)) continue
    const comparable = (row: unknown) => ({ ...(row as object), xact: undefined, held_by: undefined })
    expect(after[table]?.map(comparable), table).toEqual(rows.map(comparable))
  }
  expect([migrated, leftOut]).toEqual([[], []])
  expect(await partitionsIn(target)).toEqual(await partitionsIn(source))
})

test('tables that are not ours, such as a copy that the operator made, are named and left out of the restore', async () => {
  const own = await createTestDatabase(inject('clusterUrl'))
  {
    await using database = openDatabase({ url: own, name: 'a test' })
    await database.pool.query(`create table notes (id integer generated always as identity, word text)`)
    await database.pool.query(`insert into notes (word) values ('kept by hand')`)
    // What a worker that ended while it dropped a partition leaves behind.
    await makePartitions(database, new Date('2024-06-15T00:00:00Z'))
    await database.pool.query('alter table emails detach partition emails_20240601')
  }
  const path = join(folder, 'with-others.backup')
  await writeBackup(own, createWriteStream(path))

  const { leftOut } = await restoreInto(await bare(), path)

  expect(leftOut).toEqual(['emails_20240601', 'notes'])
})

test('a restored copy is on hold, without workers, sessions or held rows of the original', async () => {
  const target = await bare()

  await restoreInto(target)

  const after = await readAllTables(target)
  const before = await readAllTables(source)
  expect(after.restored_copy).toMatchObject([{ complete: true }])
  expect(after.worker_heartbeats).toEqual([])
  expect(after.sessions).toEqual([])
  expect(Object.values(after).flat()).not.toContainEqual(expect.objectContaining({ held_by: expect.any(String) }))
  expect(after.instance).toEqual(before.instance)
})

test('events can be read at once, and new ones get positions after every cursor of the original', async () => {
  const target = await bare()

  await restoreInto(target)

  const { events, event_marks: marks, restored_copy: copy } = await readAllTables(target)
  expect(events).toMatchObject([{ xact: '3' }])
  expect(marks).toContainEqual(expect.objectContaining({ xact: '3', position: expect.any(Number) }))
  await using database = openDatabase({ url: target })
  const { rows } = await database.pool.query(`select nextval('events_position_seq')::float8 as next`)
  expect(rows[0].next).toBeGreaterThan(1_000_000_000)
  expect(copy).toMatchObject([{ last_position: rows[0].next - 1 }])
})

test('rows that change during the backup are in it with their old values', async () => {
  const url = await createTestDatabase(inject('clusterUrl'))
  await using database = openDatabase({ url, name: 'posthorn restore' })
  await fillAllTables(database)
  const other = await database.pool.connect()
  await other.query('begin; lock table workflows in access exclusive mode')
  const writing = writeBackup(url, createWriteStream(join(folder, 'beside.backup')))
  await vi.waitFor(async () => {
    const { rows } = await database.pool.query(
      `select from pg_locks where relation = 'workflows'::regclass and not granted`,
    )
    expect(rows).toHaveLength(1)
  }, 5_000)

  await other.query('delete from workflows; delete from api_keys; commit')
  other.release()
  const { tables } = await writing

  expect(tables.filter(({ count }) => count !== 1)).toEqual([])
})

test.each([
  ['cut off at the end', (bytes: Buffer) => bytes.subarray(0, -1), /damaged: it ends too early/],
  ['cut off in the middle', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2), /damaged: it ends too early/],
  ['with a changed byte', flipped(0.5), /damaged: it/],
  ['with a changed byte near the end', flipped(0.99), /damaged: it/],
  ['with a changed last byte', flipped(1), /damaged: it was changed/],
  ['with extra bytes at the end', (bytes: Buffer) => Buffer.concat([bytes, bytes]), /damaged: it was changed/],
  ['that is no backup', () => Buffer.from('select 1;'), /is not a backup of Posthorn/],
  ['that is empty', () => Buffer.alloc(0), /damaged: it ends too early/],
])('a file %s is refused with the reason, and the database is unchanged', async (_what, change, words) => {
  const target = await bare()

  await expect(restoreInto(target, copyWith(change))).rejects.toThrow(words)

  expect(await relationsIn(target)).toBe(0)
})

function flipped(at: number) {
  return (bytes: Buffer): Buffer => {
    const index = Math.floor((bytes.length - 1) * at)
    bytes[index] = (bytes[index] ?? 0) ^ 1
    return bytes
  }
}

test('a database that has rows is refused with what to do, and stays unchanged', async () => {
  const target = await createTestDatabase(inject('clusterUrl'))
  await using database = openDatabase({ url: target, name: 'posthorn restore' })
  await fillAllTables(database)
  const before = await readAllTables(target)

  await expect(restoreInto(target)).rejects.toThrow(
    /not empty \(alert_messages, .* have rows\).*another name in DATABASE_URL/,
  )

  expect(await readAllTables(target)).toEqual(before)
})

test('a database with tables of another program is refused before any table is created, and again when rows are loaded', async () => {
  const target = await bare()
  await using database = openDatabase({ url: target, name: 'posthorn restore' })
  await database.pool.query('create table notes (text text); insert into notes values (null)')
  const before = await relationsIn(target)

  await expect(restoreInto(target)).rejects.toThrow('not empty (notes')

  expect(await relationsIn(target)).toBe(before)
  await using client = await connect(target)
  await expect(loadBackup(client, readBackup(file))).rejects.toThrow('not empty (notes')
})

test('a database that a Posthorn is connected to is refused', async () => {
  const target = await bare()
  await using running = openDatabase({ url: target, name: 'posthorn worker' })
  await running.pool.query('select 1')

  await expect(restoreInto(target)).rejects.toThrow('Stop every API and worker')
})

test('a file of a newer release, or with other migrations, is refused before anything is created', async () => {
  const all = await readMigrations()
  const target = await bare()

  await expect(restoreInto(target, file, all.slice(0, -1))).rejects.toThrow('made by a newer release of Posthorn')
  const others = all.map((one, index) => (index === 3 ? { ...one, checksum: 'another' } : one))
  await expect(restoreInto(target, file, others)).rejects.toThrow(
    'migration 4 (engagement) is not that of this release',
  )

  expect(await relationsIn(target)).toBe(0)
})

test('a file of an older release is restored into its own tables, which are then migrated', async () => {
  const all = await readMigrations()
  const newer = { number: all.length + 1, name: 'newer', text: 'create table newer ()', checksum: 'x' }
  const target = await bare()

  const { migrated } = await restoreInto(target, file, [...all, newer])

  expect(migrated).toEqual(['newer'])
  expect(Object.keys(await readAllTables(target))).toContain('newer')
  const upToDate = await bare()
  await using database = openDatabase({ url: upToDate, name: 'posthorn restore' })
  await database.pool.query(`create table schema_migrations (number integer, name text, checksum text)`)
  await database.pool.query(`insert into schema_migrations values (${newer.number}, 'newer', 'x')`)
  await expect(restoreInto(upToDate, file, [...all, newer])).rejects.toThrow('Restore into a database without tables')
})

test('a full disk ends the backup with the reason, and closes the connection', async () => {
  const full = new Writable({ write: (_chunk, _encoding, done) => done(new Error('ENOSPC')) })

  await expect(writeBackup(source, full)).rejects.toThrow('ENOSPC')
})
