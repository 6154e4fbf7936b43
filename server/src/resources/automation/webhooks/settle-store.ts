/** Records attempts and their effect on deliveries and webhooks. Due times are computed with the database's clock. */
import type { WebhookAttempt } from '@posthorn/contract/webhooks'
import { sql } from 'kysely'
import type { Tx } from '#postgres/database.ts'
import { isAmong } from '#postgres/partitions/partitions.ts'
import { proven, unproven, type WebhookKey } from './due-store.ts'

export type Settlement = WebhookKey & {
  position: string
  eventId: string
  expectedTries: number
  attempt: WebhookAttempt
  status: 'pending' | 'delivered' | 'failed'
  againInMs: number | null
  /** The address that answered 410 Gone. A webhook that has another address by now makes the attempt again, there. */
  gone: string | null
}

/** Locks in one order to avoid deadlocks. */
export async function lockWebhooks(tx: Tx, keys: readonly WebhookKey[]): Promise<void> {
  await sql`
    select count(*) from (
      select from webhooks w
      join (select distinct * from unnest(
        ${keys.map(key => key.environmentId)}::uuid[],
        ${keys.map(key => key.webhookId)}::uuid[]
      )) as given (environment_id, id) using (environment_id, id)
      order by w.environment_id, w.id
      for no key update of w
    ) as locked`.execute(tx)
}

export type Counted = { /** From 1, in the order of the settlements. */ nth: number; becameInactive: boolean }

/**
 * Records the attempts that no other worker has recorded, also for deliveries given up in the meantime, counts them, and deactivates webhooks that
 * are gone or have only had failures for `deactivateAfterMs`. The webhooks must be locked.
 */
export async function settle(tx: Tx, given: readonly Settlement[], deactivateAfterMs: number): Promise<Counted[]> {
  const { rows } = await sql<Counted>`
    with given as (
      select asked.*, gone is not null and w.url = gone as is_gone, gone is not null and w.url <> gone as has_moved
      from unnest(
        ${given.map(one => one.environmentId)}::uuid[],
        ${given.map(one => one.webhookId)}::uuid[],
        ${given.map(one => one.position)}::bigint[],
        ${given.map(one => one.expectedTries)}::smallint[],
        ${given.map(one => JSON.stringify(one.attempt))}::jsonb[],
        ${given.map(one => one.attempt.success)}::boolean[],
        ${given.map(one => one.attempt.created_at)}::timestamptz[],
        ${given.map(one => one.status)}::text[],
        ${given.map(one => one.againInMs)}::float8[],
        ${given.map(one => one.gone)}::text[]
      ) with ordinality
        as asked (environment_id, webhook_id, position, expected_tries, attempt, success, at, status, again_in_ms, gone, nth)
      left join webhooks w on w.environment_id = asked.environment_id and w.id = asked.webhook_id
    ),
    settled as (
      update webhook_deliveries d set
        status = case when given.success or d.status = 'pending' and not given.has_moved then given.status else d.status end,
        due_at = case when d.status = 'pending'
          then now() + make_interval(secs => case when given.has_moved then 0 else given.again_in_ms / 1000 end) end,
        tries = d.tries + 1,
        attempts = d.attempts || jsonb_build_array(given.attempt)
      from given
      where d.environment_id = given.environment_id and d.webhook_id = given.webhook_id and d.position = given.position
        and ${isAmong(
          'd.event_id',
          given.map(one => one.eventId),
        )} and d.status <> 'delivered' and d.tries = given.expected_tries
      returning d.environment_id, d.webhook_id, given.nth, given.success, given.at, given.is_gone
    ),
    figures as (
      select environment_id, webhook_id, count(*) filter (where success) as successes,
        count(*) filter (where not success) as failures, max(at) as last_at,
        min(at) filter (where not success) as first_failure_at, bool_or(is_gone) as is_gone
      from settled group by environment_id, webhook_id
    ),
    judged as (
      select f.*, case when f.successes > 0 then null when w.status = 'inactive' then w.failing_since
          else coalesce(w.failing_since, f.first_failure_at) end as failing_since,
        w.status = 'active' and (f.is_gone or f.successes = 0
          and w.failing_since <= f.last_at - make_interval(secs => ${deactivateAfterMs / 1000})) is true as ends
      from figures f
      join webhooks w on w.environment_id = f.environment_id and w.id = f.webhook_id
    ),
    counted as (
      update webhooks w set success_count = w.success_count + j.successes,
        failure_count = w.failure_count + j.failures,
        last_delivery_at = greatest(w.last_delivery_at, j.last_at),
        failing_since = j.failing_since,
        priority = case when j.successes > 0 then ${sql.lit(proven)} else ${sql.lit(unproven)} end,
        status = case when j.ends then 'inactive' else w.status end,
        updated_at = case when j.ends then j.last_at else w.updated_at end
      from judged j where w.environment_id = j.environment_id and w.id = j.webhook_id
    )
    select s.nth::integer, coalesce(j.ends, false) as "becameInactive"
    from settled s left join judged j using (environment_id, webhook_id)`.execute(tx)
  return rows
}
