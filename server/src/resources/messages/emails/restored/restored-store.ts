/** Deliveries that were open in the backup that a copy was restored from. */
import { sql } from 'kysely'
import { asTable } from '#postgres/arrays/as-table.ts'
import type { Db, Tx } from '#postgres/database.ts'
import { type EmailKey, emailKeys } from '#postgres/partitions/email-keys.ts'
import { type DeliveryKey, deliveryColumns, deliveryTable, type TakenDelivery } from '../delivery-store.ts'

/** A scheduled email whose time has not come is left out: it was due neither in the original database nor in this copy. */
const isOpen = sql`work.state in ('waiting', 'delayed') and work.due_at is not null and work.held_by is null`

export async function countRestored(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from restored_work r where r.kind = 'email' and exists (
      select from deliveries as work
      where work.environment_id = r.environment_id and work.email_id = r.id and ${isOpen})`.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * Records that each may have arrived, and makes it due at once with its full time for retries. `isNew` is false when `dot` is set:
 * that doubt is recorded and reported when the delivery is prepared.
 */
export async function doubtDeliveries(
  tx: Tx,
  emails: readonly EmailKey[],
  giveUpAfterMs: number,
): Promise<(DeliveryKey & { address: string; isNew: boolean })[]> {
  const { rows } = await sql<DeliveryKey & { address: string; isNew: boolean }>`
    update deliveries as work set doubts = case when work.dot then work.doubts else greatest(work.doubts, 1) end,
      due_at = least(work.due_at, now()), give_up_at = greatest(work.give_up_at, now() + make_interval(secs => ${giveUpAfterMs / 1000}))
    from ${asTable(emailKeys(emails))}
    where work.environment_id = given.environment_id and work.email_id = given.email_id and ${isOpen}
    returning work.environment_id as "environmentId", work.email_id as "emailId", work.nth, work.address,
      not work.dot as "isNew"`.execute(tx)
  return rows
}

/** Takes them as a worker does, so that their results can be stored in the same transaction. */
export async function takeToFail(tx: Tx, emails: readonly EmailKey[]): Promise<TakenDelivery[]> {
  const { rows } = await sql<TakenDelivery>`
    update deliveries as work set held_by = 'resume', token = work.token + 1, due_at = null
    from ${asTable(emailKeys(emails))}
    where work.environment_id = given.environment_id and work.email_id = given.email_id and ${isOpen}
    returning concat_ws(' ', ${sql.join(deliveryTable.key.map(column => sql.ref(`work.${column}`)))}) as name, work.token,
      work.crashes, work.priority, ${deliveryColumns}`.execute(tx)
  return rows
}
