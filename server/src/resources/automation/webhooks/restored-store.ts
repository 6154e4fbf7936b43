/** Webhook deliveries that were open in the backup a copy was restored from: all up to a position. */
import type { WebhookAttempt } from '@posthorn/contract/webhooks'
import { sql } from 'kysely'
import type { Db, Tx } from '#postgres/database.ts'

/** `tries` is always one of these; the condition lets PostgreSQL use the two indexes of pending deliveries. */
const isOpen = sql`due_at is not null and (tries = 0 or tries > 0)`

export async function countRestored(db: Db, lastPosition: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from webhook_deliveries where ${isOpen} and position <= ${lastPosition}`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

export async function failRestoredPage(
  tx: Tx,
  lastPosition: string,
  { attempt, limit }: { attempt: WebhookAttempt; limit: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    update webhook_deliveries d set status = 'failed', due_at = null,
      attempts = d.attempts || jsonb_build_array(${JSON.stringify(attempt)}::jsonb)
    from (
      select environment_id, webhook_id, position from webhook_deliveries
      where ${isOpen} and position <= ${lastPosition} limit ${limit}
    ) as page
    where d.environment_id = page.environment_id and d.webhook_id = page.webhook_id and d.position = page.position`.execute(
    tx,
  )
  return Number(numAffectedRows ?? 0n)
}
