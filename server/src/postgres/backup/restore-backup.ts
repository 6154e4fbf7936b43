/**
 * From a file to a database that can be started: the file is checked as a whole, the tables are made as it has them, loaded, and brought
 * up to date by the migrations that came since. It holds from the moment that it has rows.
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
  /** What `checkRestorable` has found in it. */
  checked: CheckedBackup
  /** With time for long statements. */
  database: Database
  migrations?: readonly Migration[]
}

/** Before anything is made for it: the file is whole, and of this release or an older one. */
export async function checkRestorable(path: string, migrations?: readonly Migration[]): Promise<CheckedBackup> {
  const checked = await checkBackup(path)
  refuseForeign(migrations ?? (await readMigrations()), checked.header)
  return checked
}

/** Returns the names of the migrations that came after the backup. */
export async function restoreBackup(url: string, restoring: Restoring): Promise<string[]> {
  const { path, checked, database } = restoring
  const { header } = checked
  const ours = restoring.migrations ?? (await readMigrations())
  await using client = await connect(url)
  await refuseUsed(client)
  await refuseFilled(client)
  await refuseNewer(client, header)
  await migrate(database, ours.slice(0, header.migrations.length))
  await makeSamePartitions(database, header.partitions)
  await loadBackup(client, readBackup(path))
  const migrated = await migrate(database, ours)
  await database.transaction(completeRestore)
  // Or PostgreSQL takes the tables for empty until it looks at them by itself.
  await client.query('analyze')
  return migrated
}
