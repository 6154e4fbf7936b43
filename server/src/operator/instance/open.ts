/** Opens the database of the running instance, or fails with one clear line. */
import { fatal } from '#core/fatal.ts'
import { type Database, openDatabase } from '#postgres/database.ts'
import { pendingMigrations } from '#postgres/migrate.ts'
import { findAddress } from '#setup/database-address.ts'
import type { Config } from '#setup/settings.ts'
import { findUrl, notRunning } from './find.ts'
import { unreachable } from './unreachable.ts'

export async function openInstance(config: Config): Promise<Database> {
  const url = findUrl(config)
  if (!url) throw fatal(notRunning(config))
  await using opened = new AsyncDisposableStack()
  const explain = (cause: unknown): never => {
    const { message, advice } = unreachable(config, cause)
    throw fatal(advice ? `${message} ${advice}` : message, cause)
  }
  const address = await findAddress(config, url).catch(explain)
  const database = opened.use(openDatabase({ ...address, connections: 1 }))
  const pending = await pendingMigrations(database.db).catch(explain)
  if (pending.length > 0) throw fatal(`${missing(pending)} ${howToMigrate(config)}`)
  opened.move()
  return database
}

/** An empty database lacks all migrations: only some are named. */
export function missing(migrations: readonly string[]): string {
  const more = migrations.length - maxNamed
  return `Migrations are missing: ${migrations.slice(0, maxNamed).join(', ')}${more > 0 ? ` and ${more} more` : ''}.`
}

const maxNamed = 5

export const howToMigrate = (config: Config): string =>
  config.databaseUrl ? 'Run `npm run migrate`.' : 'Stop Posthorn and start it again with `npm start`.'
