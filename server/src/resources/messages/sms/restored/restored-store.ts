/** Text messages that were open in the backup that a copy was restored from. */
import { sql } from 'kysely'
import { asTable } from '#postgres/arrays/as-table.ts'
import type { Db, Tx } from '#postgres/database.ts'
import { smsColumns, smsKeys, smsTable, type TakenSms } from '../progress-store.ts'
import type { SmsKey } from '../sms.ts'

const isOpen = sql`(work.status = 'processing') is true and work.due_at is not null and work.held_by is null`

export async function countRestored(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from restored_work r where r.kind = 'sms' and exists (
      select from sms_progress as work
      where work.environment_id = r.environment_id and work.sms_id = r.id and ${isOpen})`.execute(db)
  return rows[0]?.count ?? 0
}

export type DoubtedSms = SmsKey & { from: string; to: string; isNew: boolean }

/**
 * Each may have been sent, is due at once, and is tried for as long as a new one, unless it has a validity period. One that was
 * being submitted is already in doubt.
 */
export async function doubtSms(tx: Tx, messages: readonly SmsKey[], giveUpAfterMs: number): Promise<DoubtedSms[]> {
  const { rows } = await sql<DoubtedSms>`
    update sms_progress as work set doubts = case when work.submitting then work.doubts else greatest(work.doubts, 1) end,
      due_at = least(work.due_at, now()), give_up_at = case when sms.valid_until is null
        then greatest(work.give_up_at, now() + make_interval(secs => ${giveUpAfterMs / 1000})) else work.give_up_at end
    from ${asTable(smsKeys(messages))} cross join lateral (
      select from_number, to_number, valid_until from sms
      where environment_id = given.environment_id and id = given.sms_id limit 1
    ) as sms
    where work.environment_id = given.environment_id and work.sms_id = given.sms_id and ${isOpen}
    returning work.environment_id as "environmentId", work.sms_id as "smsId", sms.from_number as "from",
      sms.to_number as "to", not work.submitting as "isNew"`.execute(tx)
  return rows
}

/** Takes the messages like a worker, so that their results can be stored; in one transaction with those. */
export async function takeToFail(tx: Tx, messages: readonly SmsKey[]): Promise<TakenSms[]> {
  const { rows } = await sql<TakenSms>`
    update sms_progress as work set held_by = 'resume', token = work.token + 1, due_at = null
    from ${asTable(smsKeys(messages))}
    where work.environment_id = given.environment_id and work.sms_id = given.sms_id and ${isOpen}
    returning concat_ws(' ', ${sql.join(smsTable.key.map(column => sql.ref(`work.${column}`)))}) as name, work.token,
      work.crashes, work.priority, ${smsColumns}`.execute(tx)
  return rows
}
