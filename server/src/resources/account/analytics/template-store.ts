/** Figures by template and by the hour in which the emails were accepted. */
import { sql } from 'kysely'
import { asTable, integers, moments, uuids } from '#postgres/arrays/as-table.ts'
import type { Db, Tx } from '#postgres/database.ts'
import { type EmailKey, emailKeys } from '#postgres/partitions/email-keys.ts'
import { isAmong } from '#postgres/partitions/partitions.ts'
import type { SummedTable } from '#postgres/partitions/summed-table.ts'
import { plannedOnce } from '#postgres/prepared.ts'
import type { Counts } from './figures.ts'
import type { Span } from './window.ts'

const figures = [
  'emails_sent',
  'emails_delivered',
  'emails_opened',
  'emails_clicked',
  'emails_bounced',
  'emails_complained',
] as const

export const templateStats: SummedTable = {
  name: 'template_stats',
  key: ['environment_id', 'template_id', 'hour'],
  figures,
}

const columns = sql.join(figures.map(figure => sql.ref(figure)))
const countsOf = (rows: readonly { counts: Counts }[]) =>
  Object.fromEntries(figures.map(figure => [figure, integers(rows.map(({ counts }) => counts[figure] ?? 0))]))

export type TemplateRow = { environmentId: string; templateId: string; hour: Date; counts: Counts }

export async function insertTemplateStats(tx: Tx, rows: readonly TemplateRow[]): Promise<void> {
  await plannedOnce`
    insert into template_stats (environment_id, template_id, hour, ${columns})
    select * from ${asTable({
      environment_id: uuids(rows.map(row => row.environmentId)),
      template_id: uuids(rows.map(row => row.templateId)),
      hour: moments(rows.map(row => row.hour)),
      ...countsOf(rows),
    })}`.execute(tx)
}

/** Captured emails do not count. */
export async function insertTemplateStatsByKey(
  tx: Tx,
  changes: readonly (EmailKey & { counts: Counts })[],
): Promise<void> {
  const ids = changes.map(one => one.emailId)
  await sql`
    insert into template_stats (environment_id, template_id, hour, ${columns})
    select given.environment_id, e.template_id, date_trunc('hour', e.created_at, 'UTC'), ${columns}
    from ${asTable({
      ...emailKeys(changes),
      ...countsOf(changes),
    })}
    cross join lateral (
      select template_id, created_at from emails
      where environment_id = given.environment_id and id = given.email_id and ${isAmong('id', ids)} limit 1
    ) as e
    cross join lateral (
      select captured from email_progress
      where environment_id = given.environment_id and email_id = given.email_id and ${isAmong('email_id', ids)} limit 1
    ) as p
    where e.template_id is not null and not p.captured`.execute(tx)
}

export type TemplateTotals = Record<'sent' | 'delivered' | 'opened' | 'clicked' | 'bounced' | 'complained', number> & {
  templateId: string
  /** Null when the name was not kept. */
  name: string | null
  deleted: boolean
}

/** The templates with the most emails in these hours, at most 50. Reads at most `maxRead` sums, the latest ones. */
export async function findTopTemplates(
  db: Db,
  environmentId: string,
  { from, until }: Span,
  maxRead: number,
): Promise<TemplateTotals[]> {
  const { rows } = await sql<TemplateTotals>`
    with top as (
      select template_id, sum(emails_sent)::float8 as sent, sum(emails_delivered)::float8 as delivered,
        sum(emails_opened)::float8 as opened, sum(emails_clicked)::float8 as clicked,
        sum(emails_bounced)::float8 as bounced, sum(emails_complained)::float8 as complained
      from (
        select * from template_stats
        where environment_id = ${environmentId} and hour >= date_trunc('hour', ${from ?? new Date(0)}::timestamptz, 'UTC')
          and hour < ${until ?? new Date('9999-01-01T00:00:00Z')}::timestamptz
        order by hour desc limit ${maxRead}
      ) as latest
      group by template_id order by 2 desc, 1 limit 50
    )
    select template_id as "templateId", coalesce(t.friendly_name, d.friendly_name) as name, t.id is null as deleted,
      sent, delivered, opened, clicked, bounced, complained
    from top
    left join templates t on t.environment_id = ${environmentId} and t.id = top.template_id
    left join deleted_templates d on d.environment_id = ${environmentId} and d.id = top.template_id
    order by sent desc, template_id`.execute(db)
  return rows
}
