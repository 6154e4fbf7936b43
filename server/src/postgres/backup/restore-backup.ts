/**
 * Restores a file into a database that can then be started: checks the whole file, creates the tables of its version, loads them, and applies
 * the later migrations. The database is on hold from the moment it has rows.
 */
import type { Database } from '../database.ts'
import { type Migration, migrate, readMigrations } from '../migrate.ts'
import { makeSamePartitions } from '../partitions/partitions.ts'
import { completeRestore } from '../restored-copy.ts'
import { connect } from './connect.ts'
import type { CheckedBackup } from './contents.ts'
import { loadBackup } from './load-backup.ts'
import { checkBackup, readBackup } from './read-backup.ts'
import { refuseFilled, refuseForeign, refuseNewer, refuseUsed } from './target.ts'

export type Restoring = {
  path: string
  /** The result of `checkRestorable`. */
  checked: CheckedBackup
  /** Opened without a statement timeout. */
  database: Database
  migrations?: readonly Migration[]
}

/** Checks, before anything is created, that the file is complete and of this or an older release. */
export async function checkRestorable(path: string, migrations?: readonly Migration[]): Promise<CheckedBackup> {
  const checked = await checkBackup(path)
  refuseForeign(migrations ?? (await readMigrations()), checked.header)
  return checked
}

/** `migrated`: the migrations that came after the backup. `leftOut`: the tables of the backup that are not ours. */
export type Restored = { migrated: string[]; leftOut: string[] }

export async function restoreBackup(url: string, restoring: Restoring): Promise<Restored> {
  const { path, checked, database } = restoring
  const { header } = checked
  const ours = restoring.migrations ?? (await readMigrations())
  await using client = await connect(url)
  await refuseUsed(client)
  await refuseFilled(client)
  await refuseNewer(client, header)
  await migrate(database, ours.slice(0, header.migrations.length))
  await makeSamePartitions(database, header.partitions)
  const leftOut = await loadBackup(client, readBackup(path))
  const migrated = await migrate(database, ours)
  await database.transaction(completeRestore)
  // Otherwise PostgreSQL plans for empty tables until autovacuum analyzes them.
  await client.query('analyze')
  return { migrated, leftOut }
}
