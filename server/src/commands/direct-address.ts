import { fatal } from '#core/fatal.ts'
import { type Database, openDatabase } from '#postgres/database.ts'
import { readInstanceSecret } from '#postgres/instance.ts'
import { hasSqlState } from '#postgres/outages/sql-state.ts'
import { refuseTransactionMode } from '#setup/database-address.ts'
import { type Config, settings } from '#setup/settings.ts'
import { findDatabase, retryOnTimeout } from './prepare.ts'

/** The direct address must lead to the same database. Otherwise workers would listen, and migrations would run, on the wrong one. */
export async function checkDirectAddress(config: Config, database: Database): Promise<void> {
  const url = config.databaseDirectUrl
  if (!url) return
  const address = await findDatabase(config, url)
  refuseTransactionMode(config, address, 'LISTEN')
  await using direct = openDatabase({ ...address, connections: 1 })
  const [here, there] = await Promise.all([secretOf(database), secretOf(direct)])
  if (here && there?.equals(here)) return
  throw fatal(
    `${settings.databaseDirectUrl.name} leads to a different database than ${settings.databaseUrl.name}. Both must lead to the same one.`,
  )
}

/** Undefined in a database without our tables. */
const secretOf = ({ db }: Database): Promise<Buffer | undefined> =>
  retryOnTimeout(() => readInstanceSecret(db)).catch(cause => {
    if (hasSqlState(cause, '42P01')) return undefined
    throw cause
  })
