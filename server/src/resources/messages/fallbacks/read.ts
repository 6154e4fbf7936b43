/** Fallbacks as they are shown with their emails. */

import type { FallbackCondition, FallbackState, FallbackStatus } from '@posthorn/contract/messages/email-fallback'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#postgres/database.ts'
import type { EmailKey } from '#postgres/partitions/email-keys.ts'

/** `dueAt` by the clock of its environment while it waits, as PostgreSQL writes a moment in JSON. */
export type FallbackRow = {
  state: FallbackState
  unless: FallbackCondition
  dueAt: string
  smsId: string | null
  reason: string | null
}

/**
 * Adds the column `fallback` of the email `e` with the progress `p`: null where there is none. A fallback that a worker holds has
 * no time, and that of a scheduled email has none yet: then the time at which it would be due is shown.
 */
export const withFallback = (isInPartitions: RawBuilder<boolean>) => sql`
  left join lateral (
    select jsonb_build_object('state', f.state, 'unless', f.unless, 'smsId', f.sms_id, 'reason', f.reason, 'dueAt',
      coalesce(f.due_at + make_interval(secs => (select clock_ahead_ms from environments where id = f.environment_id) / 1000.0), f.ended_at, coalesce(p.scheduled_for, e.created_at) + make_interval(secs => f.within_seconds))) as fallback
    from email_fallbacks f where f.environment_id = e.environment_id and f.email_id = e.id and ${isInPartitions} limit 1
  ) as instead on true`

export async function fallbackOf(db: Db, { environmentId, emailId }: EmailKey): Promise<FallbackRow | null> {
  const { rows } = await sql<{ fallback: FallbackRow | null }>`
    select fallback from emails e
    join email_progress p on p.environment_id = e.environment_id and p.email_id = e.id
    ${withFallback(sql<boolean>`true`)}
    where e.environment_id = ${environmentId} and e.id = ${emailId}`.execute(db)
  return rows[0]?.fallback ?? null
}

export const toWireFallback = ({ state, dueAt, smsId, reason }: Omit<FallbackRow, 'unless'>): FallbackStatus => ({
  state,
  due_at: new Date(dueAt).toISOString(),
  sms_id: smsId,
  reason,
})
