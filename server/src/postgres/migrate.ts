import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { systemClock } from '#core/clock.ts'
import type { Database, Db } from './database.ts'
import { hasSqlState } from './outages/sql-state.ts'
import { buildPartitionIndexes } from './partitions/partition-indexes.ts'
import { makePartitions, shortLockWait } from './partitions/partitions.ts'
import { buildSearchIndexes } from './partitions/search-indexes.ts'

export type Migration = { number: number; name: string; text: string; checksum: string }

const folder = new URL('./migrations/', import.meta.url)
const fileName = /^(\d{4})_([a-z0-9_]+)\.sql$/

export async function readMigrations(): Promise<Migration[]> {
  const files = (await readdir(folder)).sort()
  return Promise.all(
    files.map(async file => {
      const [, number, name] = fileName.exec(file) ?? []
      if (!number || !name) throw new Error(`migrations/${file}: expected a name such as 0002_add_emails.sql`)
      const text = await readFile(new URL(file, folder), 'utf8')
      return { number: Number(number), name, text, checksum: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

// Several processes may start at once: one migrates, the others wait for it and find nothing left to do.
const migrationLock = 7_283_001

/** Brings the database up to date and returns the names of the applied migrations. */
export async function migrate(database: Database, migrations?: readonly Migration[]): Promise<string[]> {
  const all = migrations ?? (await readMigrations())
  const applied = await database.db.connection().execute(async db => {
    while (!(await tryLock(db))) await pause(200)
    try {
      const applied = await applyPending(db, all)
      await buildSearchIndexes(db)
      await buildPartitionIndexes(db)
      return applied
    } finally {
      await sql`select pg_advisory_unlock(${migrationLock})`.execute(db)
    }
  })
  if (!migrations) await makePartitions(database, systemClock())
  return applied
}

/** Does not wait in the database: building an index concurrently waits for every earlier statement, also for one that waits for this lock. */
async function tryLock(db: Db): Promise<boolean> {
  const { rows } = await sql<{ isOurs: boolean }>`select pg_try_advisory_lock(${migrationLock}) as "isOurs"`.execute(db)
  return rows[0]?.isOurs ?? false
}

async function applyPending(db: Db, migrations: readonly Migration[]): Promise<string[]> {
  await sql`create table if not exists schema_migrations (
    number integer primary key, name text not null, checksum text not null, applied_at timestamptz not null default now()
  )`.execute(db)
  const done = await appliedMigrations(db)
  const pending = migrations.filter(one => !done.has(one.number))
  for (const one of migrations) {
    const checksum = done.get(one.number)
    if (checksum && checksum !== one.checksum) {
      throw new Error(`migration ${one.number} (${one.name}) was changed after it was applied; add a new one instead`)
    }
  }
  for (const one of pending) {
    const index = concurrentIndex.exec(one.text)?.[1]
    if (index) await buildConcurrently(db, one, index)
    else await applyWithRetries(db, one)
  }
  return pending.map(one => one.name)
}

const tries = 120

/** The previous release may still be running: a migration that does not get its locks soon is rolled back and retried. */
async function applyWithRetries(db: Db, one: Migration): Promise<void> {
  for (let nth = 1; ; nth++) {
    try {
      return await db.transaction().execute(async tx => {
        await shortLockWait.execute(tx)
        await sql.raw(one.text).execute(tx)
        await recordApplied(tx, one)
      })
    } catch (error) {
      if (!isLockConflict(error) || nth >= tries) throw error
      await pause(250 + 500 * Math.random())
    }
  }
}

/** deadlock_detected, lock_not_available */
const isLockConflict = (error: unknown): boolean => hasSqlState(error, '40P01', '55P03')

/** Such an index blocks nobody. It is alone in its file, because it cannot be built in a transaction. */
const concurrentIndex = /^create (?:unique )?index concurrently (\w+)/im

/** Can be repeated: drops the invalid index that a failed try has left. */
async function buildConcurrently(db: Db, one: Migration, index: string): Promise<void> {
  await sql`drop index concurrently if exists ${sql.id(index)}`.execute(db)
  await sql.raw(one.text).execute(db)
  await recordApplied(db, one)
}

async function recordApplied(db: Db, { number, name, checksum }: Migration): Promise<void> {
  await sql`insert into schema_migrations (number, name, checksum) values (${number}, ${name}, ${checksum})`.execute(db)
}

async function appliedMigrations(db: Db): Promise<Map<number, string>> {
  const { rows } = await sql<{ number: number; checksum: string }>`
    select number, checksum from schema_migrations order by number`.execute(db)
  return new Map(rows.map(row => [row.number, row.checksum]))
}

/** The names of migrations that this version of the code needs and the database lacks. */
export async function pendingMigrations(db: Db): Promise<string[]> {
  const { rows } = await sql<{ exists: boolean }>`
    select to_regclass('schema_migrations') is not null as exists`.execute(db)
  const done = rows[0]?.exists ? await appliedMigrations(db) : new Map<number, string>()
  return (await readMigrations()).filter(one => !done.has(one.number)).map(one => one.name)
}
