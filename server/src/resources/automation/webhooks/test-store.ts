/** Deliveries of webhook.test. They are in the same table as others, but not in the event log. */
import type { WebhookAttempt } from '@posthorn/contract/webhooks'
import { sql } from 'kysely'
import type { Tx } from '#postgres/database.ts'
import type { WebhookKey } from './due-store.ts'

/** Blocks other tests of this organization until the transaction ends. */
export async function lockTests(tx: Tx, organizationId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('webhook tests ' || ${organizationId}, 0))`.execute(tx)
}

/** The time of the organization's nth newest test, if it was after `since`. */
export async function findNthTest(
  tx: Tx,
  organizationId: string,
  { nth, since }: { nth: number; since: Date },
): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date }>`
    select d.created_at as at
    from environments e
    join webhook_deliveries d on d.environment_id = e.id and d.type = 'webhook.test' and d.created_at > ${since}
    where e.organization_id = ${organizationId}
    order by d.created_at desc
    offset ${nth - 1} limit 1`.execute(tx)
  return rows[0]?.at
}

/** Inserted as failed until its attempt is recorded, so no worker sends it. Returns its position. */
export async function insertTest(
  tx: Tx,
  { environmentId, webhookId }: WebhookKey,
  { eventId, at }: { eventId: string; at: Date },
): Promise<string> {
  const row = await tx
    .insertInto('webhook_deliveries')
    .values({
      environment_id: environmentId,
      webhook_id: webhookId,
      position: sql<string>`nextval(pg_get_serial_sequence('events', 'position'))`,
      event_id: eventId,
      subject_id: webhookId,
      type: 'webhook.test',
      created_at: at,
      status: 'failed',
    })
    .returning('position')
    .executeTakeFirstOrThrow()
  return row.position
}

/** Counts the attempt, but does not change the webhook's failure state: only real events do. */
export async function settleTest(
  tx: Tx,
  { environmentId, webhookId }: WebhookKey,
  position: string,
  attempt: WebhookAttempt,
): Promise<void> {
  const [succeeded, failed] = attempt.success ? [1, 0] : [0, 1]
  await sql`
    with settled as (
      update webhook_deliveries set status = ${attempt.success ? 'delivered' : 'failed'}, tries = 1,
        attempts = jsonb_build_array(${JSON.stringify(attempt)}::jsonb)
      where environment_id = ${environmentId} and webhook_id = ${webhookId} and position = ${position} and tries = 0
      returning environment_id, webhook_id
    )
    update webhooks w set success_count = w.success_count + ${succeeded}::integer,
      failure_count = w.failure_count + ${failed}::integer,
      last_delivery_at = greatest(w.last_delivery_at, ${attempt.created_at}::timestamptz)
    from settled s where w.environment_id = s.environment_id and w.id = s.webhook_id`.execute(tx)
}
