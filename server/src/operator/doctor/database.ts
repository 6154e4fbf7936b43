/** The checks that need the database. */
import type { Clock } from '#core/clock.ts'
import { Fatal } from '#core/fatal.ts'
import { shortPath } from '#core/process/data-folder.ts'
import { type Database, type Db, openDatabase } from '#postgres/database.ts'
import { checkFitness, type Fitness, howToWrite, isReadOnly, unfitBecause } from '#postgres/fitness.ts'
import { pendingMigrations } from '#postgres/migrate.ts'
import { slowSearches } from '#postgres/partitions/search-indexes.ts'
import type { DatabaseAddress } from '#postgres/pooling/address.ts'
import { findAddress } from '#setup/database-address.ts'
import type { Config } from '#setup/settings.ts'
import { findUrl, notRunning } from '../instance/find.ts'
import { howToMigrate, missing } from '../instance/open.ts'
import { unreachable } from '../instance/unreachable.ts'
import { type Check, error, guarded, ok, warning } from './check.ts'
import { checkClock } from './clock-difference.ts'
import { checkConnections } from './connections.ts'
import { checkCredits } from './credits.ts'
import { checkEncryptionKey } from './encryption-key.ts'
import { checkHold } from './hold.ts'
import { checkLocale } from './locale.ts'
import { checkPooler } from './pooler.ts'
import { checkQueue } from './queue.ts'
import { checkReadReplica } from './read-replica.ts'
import { checkSenderDomains } from './sender-domains.ts'

export async function checkDatabase(config: Config, clock: Clock): Promise<Check[]> {
  const url = locate(config)
  if (typeof url !== 'string') return [url]
  const address = await findAddress(config, url).catch(cause => unreachable(config, cause))
  if ('message' in address) return [error('database', address.message, address.advice)]
  const { checks: pooler, pooling } = await checkPooler(config, address)
  await using database = openDatabase({ ...address, connections: 1 })
  const fitness = await checkFitness(database.db).catch(cause => unreachable(config, cause))
  if ('message' in fitness) return [error('database', fitness.message, fitness.advice)]
  return [
    ok('database', `PostgreSQL ${fitness.version}, ${placeOf(config, address)}.`),
    ...pooler,
    checkDurability(config, fitness),
    ...(await guarded('writes', async () => ((await isReadOnly(database.db)) ? [error('writes', howToWrite)] : []))),
    ...(await guarded('locale', async () => [await checkLocale(database.db)])),
    ...(await guarded('connections', async () => [await checkConnections(database.db, pooling)])),
    ...(await guarded('read_replica', () => checkReadReplica(config, address))),
    ...(await guarded('migrations', () => checkTables(config, database))),
    ...(await guarded('clock', async () => [await checkClock(database.db, clock)])),
  ]
}

function locate(config: Config): string | Check {
  try {
    return findUrl(config) ?? error('database', notRunning(config))
  } catch (cause) {
    if (cause instanceof Fatal) return error('database', cause.message)
    throw cause
  }
}

function placeOf({ databaseUrl, dataDir }: Config, { url, pooling = 'none' }: DatabaseAddress): string {
  if (!databaseUrl) return `embedded in ${shortPath(dataDir)}`
  return `at ${new URL(url).host}${pooling === 'none' ? '' : `, behind a pooler in ${pooling} mode`}`
}

export function checkDurability({ allowUnsafeDatabase }: Pick<Config, 'allowUnsafeDatabase'>, fitness: Fitness): Check {
  const reason = unfitBecause(fitness, allowUnsafeDatabase)
  if (reason) return error('durability', reason)
  if (fitness.unsafe.length === 0) return ok('durability', 'A crash loses no acknowledged data.')
  const names = fitness.unsafe.join(', ')
  return warning(
    'durability',
    `A crash can lose acknowledged messages, as POSTHORN_ALLOW_UNSAFE_DATABASE permits: ${names} is not on.`,
    `Turn ${names} on before messages matter.`,
  )
}

/** These checks need tables that a pending migration may add. */
async function checkTables(config: Config, { db }: Database): Promise<Check[]> {
  const migrations = await checkMigrations(config, db)
  if (migrations.status !== 'ok') return [migrations]
  return [
    migrations,
    await checkSearches(config, db),
    ...(await checkHold(db)),
    await checkQueue(db),
    await checkCredits(db),
    await checkSenderDomains(config, db),
    await checkEncryptionKey(config, db),
  ]
}

async function checkSearches(config: Config, db: Db): Promise<Check> {
  const slow = await slowSearches(db)
  if (slow.length === 0) return ok('searches', 'Searches use an index.')
  return warning(
    'searches',
    `A search of ${slow.join(', ')} reads every row, because the database has no index for it.`,
    `The index needs the extension pg_trgm: install PostgreSQL's contrib modules, or have a database administrator run CREATE EXTENSION pg_trgm in this database. ${howToMigrate(config)}`,
  )
}

async function checkMigrations(config: Config, db: Db): Promise<Check> {
  const pending = await pendingMigrations(db)
  if (pending.length === 0) return ok('migrations', 'The tables are up to date.')
  return error('migrations', missing(pending), howToMigrate(config))
}
