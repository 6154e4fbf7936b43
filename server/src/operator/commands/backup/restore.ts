import { fatal } from '#core/fatal.ts'
import { lockDataFolder, shortPath } from '#core/process/data-folder.ts'
import { checkRestorable, type Restored, type Restoring, restoreBackup } from '#postgres/backup/restore-backup.ts'
import { openDatabase } from '#postgres/database.ts'
import { startEmbeddedPostgres } from '#postgres/embedded/server.ts'
import { checkFitness, unfitBecause } from '#postgres/fitness.ts'
import { findAddress, refuseTransactionMode, urlPastPooler } from '#setup/database-address.ts'
import type { Config } from '#setup/settings.ts'
import { unreachable } from '../../instance/unreachable.ts'
import { defineCommand, invocation, type Operator } from '../command.ts'
import { shortTime } from '../table.ts'

export const restore = defineCommand({
  name: 'restore',
  summary: 'Loads a backup into an empty database, which sends nothing until you run resume',
  example: 'restore posthorn-2026-11-16.backup',
  options: {
    file: { value: '<file>', summary: 'The file from "backup"', required: true, positional: true },
  },
  async run({ file }, { loadConfig, write }) {
    const config = loadConfig()
    // Checked before a database is created for it.
    const checked = await checkRestorable(file)
    const { header, summary } = checked
    write('The backup is complete.\n')
    await using opened = new AsyncDisposableStack()
    const url = urlPastPooler(config) ?? (await startOwn(opened, config, write))
    const { migrated, leftOut } = await restoreInto(url, config, { path: file, checked })
    const tables = summary.tables.filter(({ table }) => !leftOut.includes(table))
    const rows = tables.reduce((sum, { count }) => sum + count, 0)
    const takenAt = new Date(header.taken_at)
    return {
      json: { taken_at: takenAt.toISOString(), rows, tables, left_out: leftOut, migrated, holding: true },
      text: `
  Restored as of ${shortTime(takenAt)} UTC: ${rows.toLocaleString('en')} rows, and the count of each table matches the file.${leftOut.length > 0 ? `\n  Left out, because they are not tables of Posthorn: ${leftOut.join(', ')}.` : ''}
  Nothing is sent yet, because messages that were open in the backup may have been sent since. Start Posthorn as usual, look around, then run:

    ${invocation} resume

`,
    }
  },
})

/** An embedded server for the time of the restore, with the data folder locked. */
async function startOwn(opened: AsyncDisposableStack, config: Config, write: Operator['write']): Promise<string> {
  opened.use(lockDataFolder(config.dataDir))
  const onPreparing = () => write(`Preparing a database in ${shortPath(config.dataDir)} …\n`)
  return opened.use(await startEmbeddedPostgres({ dataDir: config.dataDir, onPreparing })).url
}

async function restoreInto(url: string, config: Config, what: Omit<Restoring, 'database'>): Promise<Restored> {
  const explain = (cause: unknown): never => {
    const { message, advice } = unreachable(config, cause)
    throw fatal(advice ? `${message} ${advice}` : message, cause)
  }
  const address = await findAddress(config, url).catch(explain)
  refuseTransactionMode(config, address, '`restore`')
  await using database = openDatabase({ ...address, connections: 1, name: 'posthorn restore', queryTimeoutMs: 0 })
  const fitness = await checkFitness(database.db).catch(explain)
  const reason = unfitBecause(fitness, config.allowUnsafeDatabase)
  if (reason) throw fatal(reason)
  return await restoreBackup(url, { ...what, database })
}
