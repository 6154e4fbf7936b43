/**
 * A copy restored from a backup is on hold: workers take no work that sends (engine/work-table.ts), because messages that were open in the backup
 * may have been sent since. `posthorn resume` ends the hold.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Database, Db, Tx } from './database.ts'

/** For use in a statement. PostgreSQL evaluates it once. */
export const isHolding: RawBuilder<boolean> = sql<boolean>`exists (select from restored_copy)`

/** What messages wait for during a hold, for use in a statement; null without one. */
export const restoredPrefix = 'restored copy of '
export const waitsForHold: RawBuilder<string | null> = sql`(
  select ${sql.lit(restoredPrefix)} || to_char(taken_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') || ' UTC' from restored_copy)`

export type RestoredCopy = { takenAt: Date; restoredAt: Date; lastPosition: string; complete: boolean }

/** Undefined without a hold. */
export async function findRestoredCopy(db: Db): Promise<RestoredCopy | undefined> {
  const { rows } = await sql<RestoredCopy>`
    select taken_at as "takenAt", restored_at as "restoredAt", last_position as "lastPosition", complete
    from restored_copy`.execute(db)
  return rows[0]
}

export type RestoredKind = 'email' | 'sms' | 'workflow_run' | 'fallback' | 'broadcast'

/** Records all open work, including scheduled messages. Called after the last migration, which might still change the restored rows. */
export async function completeRestore(tx: Tx): Promise<void> {
  await sql`
    insert into restored_work (kind, environment_id, id)
    select 'email', environment_id, email_id from email_progress where status in ('scheduled', 'processing', 'delivery_delayed')
    union all
    select 'sms', environment_id, sms_id from sms_progress where status in ('scheduled', 'processing')
    union all
    select 'workflow_run', environment_id, id from workflow_runs where finished_at is null
    union all
    select 'fallback', environment_id, email_id from email_fallbacks where state = 'waiting'
    union all
    select 'broadcast', environment_id, id from broadcasts where state in ('scheduled', 'sending')
    on conflict do nothing`.execute(tx)
  await sql`update restored_copy set complete = true`.execute(tx)
}

/** The operator's decision about work that was open in the backup. */
export type Decision = 'send' | 'give-up'

export const mayHaveBeenSent = 'It was open in the backup that this copy was restored from, and may have left since.'

export type RestoredKey = { environmentId: string; id: string }

/** Takes the next open work, to be decided in this transaction. */
async function takeRestored(tx: Tx, kind: RestoredKind, limit: number): Promise<RestoredKey[]> {
  const { rows } = await sql<RestoredKey>`
    delete from restored_work r using (
      select environment_id, id from restored_work where kind = ${kind} order by environment_id, id limit ${limit}
    ) as page
    where r.kind = ${kind} and r.environment_id = page.environment_id and r.id = page.id
    returning r.environment_id as "environmentId", r.id`.execute(tx)
  return rows
}

const pageSize = 500

/** Decides page by page, one transaction each, and returns the count. After an interruption, another call continues with the rest. */
export async function decidePages(
  database: Database,
  kind: RestoredKind,
  decide: (tx: Tx, keys: readonly RestoredKey[]) => Promise<number>,
): Promise<number> {
  for (let total = 0; ; ) {
    const page = await database.transaction(async tx => {
      const keys = await takeRestored(tx, kind, pageSize)
      return { size: keys.length, decided: keys.length > 0 ? await decide(tx, keys) : 0 }
    })
    total += page.decided
    if (page.size < pageSize) return total
  }
}

/** Workers take all work again after the commit. */
export async function endHold(tx: Tx): Promise<void> {
  await sql`delete from restored_work`.execute(tx)
  await sql`delete from restored_copy`.execute(tx)
}
