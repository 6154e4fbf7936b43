import { sql } from 'kysely'
import type { Db } from '#postgres/database.ts'
import type { Span } from './window.ts'

export type TagTotals = Record<'sent' | 'delivered' | 'opened' | 'clicked' | 'bounced' | 'complained', number> & {
  tag: string
}

/** With a different tag for each email there is a sum for each; reading this many takes about 50 ms. */
export const maxSums = 50_000

/** The tags with the most emails in these hours, at most 50. Reads at most `maxRead` sums, the latest ones. */
export async function readTopTags(
  db: Db,
  environmentId: string,
  { from, until }: Span,
  maxRead = maxSums,
): Promise<TagTotals[]> {
  const { rows } = await sql<TagTotals>`
    select tag, sum(emails_sent)::float8 as sent, sum(emails_delivered)::float8 as delivered,
      sum(emails_opened)::float8 as opened, sum(emails_clicked)::float8 as clicked,
      sum(emails_bounced)::float8 as bounced, sum(emails_complained)::float8 as complained
    from (
      select * from email_stats
      where environment_id = ${environmentId} and tag <> ''
        and hour >= date_trunc('hour', ${from ?? new Date(0)}::timestamptz, 'UTC')
        and hour < ${until ?? new Date('9999-01-01T00:00:00Z')}::timestamptz
      order by hour desc limit ${maxRead}
    ) as latest
    group by tag order by sum(emails_sent) desc, tag limit 50`.execute(db)
  return rows
}
