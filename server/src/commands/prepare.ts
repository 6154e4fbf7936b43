import { systemClock } from '#core/clock.ts'
import { Fatal, fatal } from '#core/fatal.ts'
import type { Database } from '#postgres/database.ts'
import { checkFitness, unfitBecause } from '#postgres/fitness.ts'
import { migrate, pendingMigrations } from '#postgres/migrate.ts'
import { isTimeout } from '#postgres/outages/outage.ts'
import type { DatabaseAddress } from '#postgres/pooling/address.ts'
import { ensureFirstOrganization, type FirstKeys } from '#resources/account/organizations/first-organization.ts'
import { repairOrder } from '#resources/automation/event-log/repair.ts'
import { findAddress, refuseTransactionMode, settingOf } from '#setup/database-address.ts'
import type { RememberedKeys } from '#setup/remembered-keys.ts'
import type { Config } from '#setup/settings.ts'
import { explainUnreachable } from '#setup/unreachable-database.ts'

/** What `url` leads to, once it answers. */
export const findDatabase = (config: Config, url: string): Promise<DatabaseAddress> =>
  patiently(() => findAddress(config, url)).catch(cause => {
    throw cause instanceof Fatal ? cause : unreachable(config, url, cause)
  })

/** Where tables can be changed. */
export async function findForMigrating(config: Config, url: string, what: string): Promise<DatabaseAddress> {
  const address = await findDatabase(config, url)
  refuseTransactionMode(config, address, what)
  return address
}

/** Refuses a database that we could not keep our promises on. */
export async function checkDatabase(config: Config, database: Database): Promise<void> {
  const fitness = await patiently(() => checkFitness(database.db)).catch(cause => {
    throw unreachable(config, database.address.url, cause)
  })
  const reason = unfitBecause(fitness, config.allowUnsafeDatabase)
  if (reason) throw fatal(reason)
}

/** Brings the tables up to date; any number of processes may do so at once. */
export async function migrateAll(database: Database): Promise<string[]> {
  const applied = await patiently(() => migrate(database)).catch(async cause => {
    throw isForbidden(cause) ? fatal(await howToOwn(database, cause), cause) : cause
  })
  await patiently(() => repairOrder(database))
  return applied
}

const isForbidden = (cause: unknown): cause is Error =>
  cause instanceof Error && 'code' in cause && cause.code === '42501'

async function howToOwn({ pool }: Database, { message }: Error): Promise<string> {
  const asked = 'select quote_ident(current_user) as role, quote_ident(current_database()) as name'
  const { role, name } = (await pool.query<{ role: string; name: string }>(asked)).rows[0] ?? {}
  return `The account ${role} may not make or change tables in the database ${name}: ${message}. Let it own the database: ALTER DATABASE ${name} OWNER TO ${role}; and, where another account made the tables, REASSIGN OWNED BY that account TO ${role};`
}

/** What a single role does before it works: it changes no tables, so that versions can run side by side. */
export async function prepareForRole(config: Config, database: Database): Promise<void> {
  await checkDatabase(config, database)
  const pending = await patiently(() => pendingMigrations(database.db))
  if (pending.length > 0)
    throw fatal(
      `The tables of this database are older than this version of Posthorn, or not there yet. Run \`npm run migrate\` first.`,
    )
  if (config.liveKey || config.testKey) await ensureKeys(config, database, {})
}

/** The first organization and its keys: fixed by the settings, remembered from before, or new where there are none yet. */
export function ensureKeys(config: Config, database: Database, remembered: RememberedKeys): Promise<FirstKeys> {
  const fixed = { ...(config.liveKey && { live: config.liveKey }), ...(config.testKey && { test: config.testKey }) }
  return patiently(() => database.transaction(tx => ensureFirstOrganization(tx, systemClock(), { fixed, remembered })))
}

/** What a service needs before it can work: on a machine that is busy it is asked for again, ten times 1.5 s. */
export async function patiently<T>(ask: () => Promise<T>, tries = 10): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (!isTimeout(error) || tries <= 1) throw error
    return patiently(ask, tries - 1)
  }
}

function unreachable(config: Config, url: string, cause: unknown): unknown {
  if (!config.databaseUrl) return cause
  const { message, advice } = explainUnreachable({ url, setting: settingOf(config, url) }, cause)
  return fatal(`${message} ${advice}`, cause)
}
