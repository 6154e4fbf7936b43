/** Checks whether a backup can be restored into a database. */
import type pg from 'pg'
import { fatal } from '#core/fatal.ts'
import type { Applied, BackupHeader } from './contents.ts'

/** The names of our own connections. */
const restoring = ['posthorn backup', 'posthorn restore', 'posthorn probe']

/** A running process would continue with what it knows about the old content. */
export async function refuseUsed(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::integer from pg_stat_activity
    where datname = current_database() and application_name like 'posthorn%' and application_name <> all ($1)`,
    [restoring],
  )
  if (rows[0]?.count)
    throw fatal('Posthorn is connected to this database. Stop every API and worker that uses it, then restore again.')
}

/** The tables that the migrations fill. */
const filledByMigrations = ['schema_migrations', 'instance']

export async function refuseFilled(client: pg.ClientBase): Promise<void> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition
      and relname <> all ($1) order by relname`,
    [filledByMigrations],
  )
  const filled = []
  for (const { name } of tables) {
    const { rows } = await client.query(`select from ${client.escapeIdentifier(name)} limit 1`)
    if (rows.length > 0) filled.push(name)
  }
  if (filled.length === 0) return
  const some = filled.slice(0, 3).join(', ')
  throw fatal(
    `The database is not empty (${some}${filled.length > 3 ? ', …' : ''} have rows). Nothing was changed. ` +
      'Restore into a new database: use another name in DATABASE_URL, or another folder in POSTHORN_DATA_DIR.',
  )
}

/** Migrations cannot be undone, so the tables must not be newer than the file. */
export async function refuseNewer(client: pg.ClientBase, { migrations }: BackupHeader): Promise<void> {
  const { rows } = await client.query<{ exists: boolean }>(
    `select to_regclass('schema_migrations') is not null as exists`,
  )
  if (!rows[0]?.exists) return
  const { rows: applied } = await client.query<Applied>('select number, name, checksum from schema_migrations')
  const last = migrations.at(-1)?.number ?? 0
  if (applied.some(({ number }) => number > last))
    throw fatal(
      'The tables of this database are newer than those of the backup. Restore into a database without tables: ' +
        'the restore creates them as they were in the backup, and then migrates them.',
    )
}

/** The migrations of the file must be the first of ours. */
export function refuseForeign(ours: readonly Applied[], { migrations }: BackupHeader): void {
  if (migrations.length > ours.length)
    throw fatal('The backup was made by a newer release of Posthorn. Restore it with that release or a later one.')
  const other = migrations.find(({ checksum }, index) => ours[index]?.checksum !== checksum)
  if (other)
    throw fatal(
      `The backup was made by a different build of Posthorn: its migration ${other.number} (${other.name}) is not that of this release.`,
    )
}
