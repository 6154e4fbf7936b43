import { sql } from 'kysely'
import { arrayLiteral } from '#postgres/arrays/array-literal.ts'
import { asTable, texts, uuids } from '#postgres/arrays/as-table.ts'
import type { Db, Tx } from '#postgres/database.ts'
import type { PersonalNumber } from './number-key.ts'

export async function insertOptOut(tx: Tx, { environmentId, number, at }: PersonalNumber & { at: Date }) {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('sms_opt_outs')
    .values({ environment_id: environmentId, number, created_at: at })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Returns false when it was not there. Inserted first: that waits for a STOP that is not yet committed, which a deletion would pass over. */
export async function deleteOptOut(tx: Tx, { environmentId, number }: PersonalNumber): Promise<boolean> {
  const wasThere = !(await insertOptOut(tx, { environmentId, number, at: new Date(0) }))
  await tx.deleteFrom('sms_opt_outs').where('environment_id', '=', environmentId).where('number', '=', number).execute()
  return wasThere
}

export type FoundOptOuts = {
  found: PersonalNumber[]
  /** The secret of the installation, when one of these environments has erased people: then their hashes are searched, too. */
  secret: Buffer | null
}

type NumberRow = (PersonalNumber & { secret: null }) | { secret: Buffer }

/**
 * Looked up one by one: a join would read the whole list for some dozens of numbers. The same statement tells whether anybody was
 * erased.
 */
export async function findOptedOut(db: Db, wanted: readonly PersonalNumber[]): Promise<FoundOptOuts> {
  const { rows } = await sql<NumberRow>`
    select wanted.environment_id as "environmentId", wanted.number, null::bytea as secret
    from ${asTable(
      {
        environment_id: uuids(wanted.map(one => one.environmentId)),
        number: texts(wanted.map(one => one.number)),
      },
      'wanted',
    )}
    cross join lateral (
      select from sms_opt_outs
      where sms_opt_outs.environment_id = wanted.environment_id and sms_opt_outs.number = wanted.number
      limit 1
    ) as found
    union all
    select null, null, secret from instance
    where exists (
      select from erased_opt_outs
      where environment_id = any (${arrayLiteral([...new Set(wanted.map(one => one.environmentId))])}::uuid[])
    )`.execute(db)
  return {
    found: rows.flatMap(row => (row.secret === null ? [row] : [])),
    secret: rows.find(row => row.secret !== null)?.secret ?? null,
  }
}

/** One lock for the list of an environment: a file of contacts may have more numbers than PostgreSQL has room for locks. */
const lockOf = (environmentId: ReturnType<typeof sql>) => sql`hashtextextended('opt-outs ' || ${environmentId}, 0)`

/** In one order, to avoid deadlocks. */
export async function shareLists(tx: Tx, environmentIds: readonly string[]): Promise<void> {
  const ids = [...new Set(environmentIds)].toSorted()
  await sql`select pg_advisory_xact_lock_shared(${lockOf(sql`id`)}) from unnest(${ids}::text[]) as id`.execute(tx)
}

export async function lockList(tx: Tx, environmentId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockOf(sql`${environmentId}::text`)})`.execute(tx)
}
