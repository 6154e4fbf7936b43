import { sql } from 'kysely'
import { asTable, texts, uuids } from '#postgres/as-table.ts'
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

export async function deleteOptOut(tx: Tx, { environmentId, number }: PersonalNumber) {
  const { numDeletedRows } = await tx
    .deleteFrom('sms_opt_outs')
    .where('environment_id', '=', environmentId)
    .where('number', '=', number)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Looked up one by one: a join would read the whole list once some dozens are asked about. */
export async function findOptedOut(db: Db, wanted: readonly PersonalNumber[]): Promise<PersonalNumber[]> {
  const { rows } = await sql<PersonalNumber>`
    select wanted.environment_id as "environmentId", wanted.number
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
    ) as found`.execute(db)
  return rows
}
