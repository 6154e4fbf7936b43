/** `npm run migrate`: migrates the tables of DATABASE_URL. */

import { fatal } from '#core/fatal.ts'
import { openDatabase } from '#postgres/database.ts'
import { loadConfig } from '#setup/config.ts'
import { urlPastPooler } from '#setup/database-address.ts'
import { checkDatabase, ensureKeys, findForMigrating, migrateAll } from './prepare.ts'
import { runCommand } from './run.ts'

await runCommand(async () => {
  const config = loadConfig()
  const url = urlPastPooler(config)
  if (!url) throw fatal('DATABASE_URL must be set for `npm run migrate`. `npm start` migrates its own database.')
  // Without a query timeout: a migration may take long.
  await using database = openDatabase({ ...(await findForMigrating(config, url, '`migrate`')), queryTimeoutMs: 0 })
  await checkDatabase(config, database)
  const applied = await migrateAll(database)
  if (config.liveKey || config.testKey) await ensureKeys(config, database, {})
  process.stdout.write(applied.length > 0 ? `Applied: ${applied.join(', ')}\n` : 'The database is up to date.\n')
})
