import { systemClock } from '#core/clock.ts'
import { Fatal, fatal } from '#core/fatal.ts'
import type { Database } from '#postgres/database.ts'
import { checkFitness, howToWrite, unfitBecause } from '#postgres/fitness.ts'
import { migrate, pendingMigrations } from '#postgres/migrate.ts'
import { isTimeout } from '#postgres/outages/outage.ts'
import { hasSqlState } from '#postgres/outages/sql-state.ts'
import type { DatabaseAddress } from '#postgres/pooling/address.ts'
import { ensureFirstOrganization, type FirstKeys } from '#resources/account/organizations/first-organization.ts'
import { repairOrder } from '#resources/automation/event-log/repair.ts'
import { findAddress, refuseTransactionMode, settingOf } from '#setup/database-address.ts'
import type { RememberedKeys } from '#setup/remembered-keys.ts'
import type { Config } from '#setup/settings.ts'
import { explainUnreachable } from '#setup/unreachable-database.ts'

/** Finds out what `url` leads to, once it answers. */
export const findDatabase = (config: Config, url: string): Promise<DatabaseAddress> =>
  retryOnTimeout(() => findAddress(config, url)).catch(cause => {
    throw cause instanceof Fatal ? cause : unreachable(config, url, cause)
  })

/** Refuses a pooler in transaction mode, through which tables cannot be changed. */
export async function findForMigrating(config: Config, url: string, what: string): Promise<DatabaseAddress> {
  const address = await findDatabase(config, url)
  refuseTransactionMode(config, address, what)
  return address
}

/** Refuses a database that cannot keep Posthorn's guarantees. */
export async function checkDatabase(config: Config, database: Database): Promise<void> {
  const fitness = await retryOnTimeout(() => checkFitness(database.db)).catch(cause => {
    throw unreachable(config, database.address.url, cause)
  })
  const reason = unfitBecause(fitness, config.allowUnsafeDatabase)
  if (reason) throw fatal(reason)
}

/** Migrates the tables; any number of processes may do so at once. */
export async function migrateAll(database: Database): Promise<string[]> {
  const applied = await retryOnTimeout(() => migrate(database)).catch(async cause => {
    // insufficient_privilege, read_only_sql_transaction
    if (hasSqlState(cause, '42501')) throw fatal(await howToOwn(database, cause), cause)
    throw hasSqlState(cause, '25006') ? fatal(howToWrite, cause) : cause
  })
  await retryOnTimeout(() => repairOrder(database))
  return applied
}

async function howToOwn({ pool }: Database, { message }: Error): Promise<string> {
  const asked = 'select quote_ident(current_user) as role, quote_ident(current_database()) as name'
  const { role, name } = (await pool.query<{ role: string; name: string }>(asked)).rows[0] ?? {}
  return `The account ${role} is not allowed to create or change tables in the database ${name}: ${message}. Make it the owner: ALTER DATABASE ${name} OWNER TO ${role}; and, if another account created the tables, REASSIGN OWNED BY that account TO ${role};`
}

/** The checks of a single role at start. It changes no tables, so that two versions can run side by side. */
export async function prepareForRole(config: Config, database: Database): Promise<void> {
  await checkDatabase(config, database)
  const pending = await retryOnTimeout(() => pendingMigrations(database.db))
  if (pending.length > 0)
    throw fatal(
      `The tables of this database are missing, or older than this version of Posthorn. Run \`npm run migrate\` first.`,
    )
  if (config.liveKey || config.testKey) await ensureKeys(config, database, {})
}

/** The first organization and its keys: fixed by the settings, remembered from an earlier start, or new if there are none. */
export function ensureKeys(config: Config, database: Database, remembered: RememberedKeys): Promise<FirstKeys> {
  const fixed = { ...(config.liveKey && { live: config.liveKey }), ...(config.testKey && { test: config.testKey }) }
  return retryOnTimeout(() =>
    database.transaction(tx => ensureFirstOrganization(tx, systemClock(), { fixed, remembered })),
  )
}

/** Retries timeouts during a start, because the machine may be busy: ten tries of 1.5 s each. */
export async function retryOnTimeout<T>(ask: () => Promise<T>, tries = 10): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (!isTimeout(error) || tries <= 1) throw error
    return retryOnTimeout(ask, tries - 1)
  }
}

function unreachable(config: Config, url: string, cause: unknown): unknown {
  if (!config.databaseUrl) return cause
  const { message, advice } = explainUnreachable({ url, setting: settingOf(config, url) }, cause)
  return fatal(`${message} ${advice}`, cause)
}
