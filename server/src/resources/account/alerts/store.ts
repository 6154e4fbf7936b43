import { sql } from 'kysely'
import type { Db, Tx } from '#postgres/database.ts'
import type { Found, OpenAlert } from './alert.ts'
import type { KeptRules } from './rules.ts'

export type AlertSettings = { rules: KeptRules; mailTo: string[]; slack: Buffer | null; slackHint: string | null }

/** Whoever has left the organization is no longer among the recipients. */
const columns = sql`rules, slack, slack_hint as "slackHint", array(
  select chosen.id from unnest(mail_to) with ordinality as chosen (id, nth)
  join environments e on e.id = environment_id
  join members m on m.organization_id = e.organization_id and m.person_id = chosen.id
  order by chosen.nth) as "mailTo"`

export async function findSettings(db: Db, environmentId: string): Promise<AlertSettings | undefined> {
  const { rows } = await sql<AlertSettings>`
    select ${columns} from alert_settings where environment_id = ${environmentId}`.execute(db)
  return rows[0]
}

/** Until the transaction ends, no other check of this environment runs. */
export async function lockSettings(tx: Tx, environmentId: string): Promise<AlertSettings | undefined> {
  const { rows } = await sql<AlertSettings>`
    select ${columns} from alert_settings where environment_id = ${environmentId} for update`.execute(tx)
  return rows[0]
}

export async function saveSettings(tx: Tx, environmentId: string, settings: AlertSettings): Promise<void> {
  const { rules, mailTo, slack, slackHint } = settings
  await sql`
    insert into alert_settings (environment_id, rules, mail_to, slack, slack_hint)
    values (${environmentId}, ${JSON.stringify(rules)}::jsonb, ${mailTo}::uuid[], ${slack}, ${slackHint})
    on conflict (environment_id) do update set rules = excluded.rules, mail_to = excluded.mail_to, slack = excluded.slack,
      slack_hint = excluded.slack_hint, updated_at = now()`.execute(tx)
}

/** Environments with a rule that is on, or with an open alert. */
export async function listWatched(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select environment_id as id from alert_settings s
    where jsonb_path_exists(rules, '$.*.on ? (@ == true)')
      or exists (select from alerts a where a.environment_id = s.environment_id and resolved_at is null)`.execute(db)
  return rows.map(({ id }) => id)
}

export async function findOpenAlerts(db: Db, environmentId: string): Promise<OpenAlert[]> {
  const { rows } = await sql<OpenAlert>`
    select id, kind, subject, title, detail, link, since, seen_at as "seenAt", told_at as "toldAt"
    from alerts where environment_id = ${environmentId} and resolved_at is null order by since, id`.execute(db)
  return rows
}

export async function insertAlert(tx: Tx, environmentId: string, id: string, found: Found, at: Date): Promise<void> {
  const { kind, subject, title, detail, link } = found
  await sql`
    insert into alerts (environment_id, id, kind, subject, title, detail, link, since, seen_at, told_at)
    values (${environmentId}, ${id}, ${kind}, ${subject}, ${title}, ${detail}, ${link}, ${at}, ${at}, ${at})`.execute(
    tx,
  )
}

export async function updateSeen(
  tx: Tx,
  environmentId: string,
  { id, title, detail, toldAt }: OpenAlert,
  at: Date,
): Promise<void> {
  await sql`
    update alerts set seen_at = ${at}, title = ${title}, detail = ${detail}, told_at = ${toldAt}
    where environment_id = ${environmentId} and id = ${id}`.execute(tx)
}

export async function endAlerts(tx: Tx, environmentId: string, ids: readonly string[], at: Date): Promise<void> {
  await sql`
    update alerts set resolved_at = ${at}
    where environment_id = ${environmentId} and id = any (${ids}::uuid[])`.execute(tx)
}

export async function deleteOldAlerts(tx: Tx, environmentId: string, before: Date): Promise<void> {
  await sql`delete from alerts where environment_id = ${environmentId} and resolved_at < ${before}`.execute(tx)
  await sql`delete from alert_messages where environment_id = ${environmentId} and created_at < ${before}`.execute(tx)
}

/** The oldest due time. A scheduled message waits since its scheduled time, however old its id is. */
export async function findOldestWaiting(
  db: Db,
  environmentId: string,
): Promise<{ email: Date | null; sms: Date | null }> {
  const { rows } = await sql<{ email: Date | null; sms: Date | null }>`
    select (
      select min(greatest(e.created_at, first.scheduled_for)) from (
        select email_id, scheduled_for from email_progress
        where environment_id = ${environmentId} and status = 'processing' order by email_id limit 100
      ) as first
      cross join lateral (
        select created_at from emails where environment_id = ${environmentId} and id = first.email_id limit 1
      ) as e
    ) as email, (
      select min(greatest(s.created_at, first.scheduled_for)) from (
        select sms_id, scheduled_for from sms_progress
        where environment_id = ${environmentId} and status = 'processing' order by sms_id limit 100
      ) as first
      cross join lateral (
        select created_at from sms where environment_id = ${environmentId} and id = first.sms_id limit 1
      ) as s
    ) as sms`.execute(db)
  return rows[0] ?? { email: null, sms: null }
}

export async function findOrganizationOf(db: Db, environmentId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select organization_id as id from environments where id = ${environmentId} and mode = 'live'`.execute(db)
  return rows[0]?.id
}
