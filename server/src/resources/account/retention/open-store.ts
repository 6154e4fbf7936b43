/** Finds open work from the indexes of due and held rows, so that the cost depends only on the open rows. */
import { type RawBuilder, sql } from 'kysely'
import type { Subject } from './retention.ts'

/** The last two conditions let PostgreSQL use the index of due rows and that of suspects. */
const workOf = (table: string, key: string, before: string) => sql`
  select ${sql.ref(key)} from ${sql.table(table)}
  where ${sql.ref(key)} < ${before} and due_at is not null and held_by is null and (crashes <= 1 or crashes > 1)
  union all
  select ${sql.ref(key)} from ${sql.table(table)} where ${sql.ref(key)} < ${before} and held_by is not null`

const openBefore: Readonly<Record<Subject, (before: string) => RawBuilder<unknown>>> = {
  email: before => sql`
    ${workOf('deliveries', 'email_id', before)}
    union all
    select email_id from email_progress where email_id < ${before} and status = 'scheduled'
    union all
    ${workOf('email_fallbacks', 'email_id', before)}`,
  sms: before => sql`
    ${workOf('sms_progress', 'sms_id', before)}
    union all
    select sms_id from sms_progress where sms_id < ${before} and status = 'scheduled'`,
  'webhook delivery': before => sql`
    select event_id from webhook_deliveries where event_id < ${before} and due_at is not null and (tries = 0 or tries > 0)`,
  run: before => sql`select id from workflow_runs where id < ${before} and finished_at is null`,
}

/** Selects the ids of open objects. */
export const openIds = (subject: Subject, before: string): RawBuilder<unknown> => openBefore[subject](before)
