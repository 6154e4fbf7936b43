/** Finds emails by three characters or more of a subject, name, address or tag, or by eight digits or more of an id. */
import { type RawBuilder, sql } from 'kysely'
import { idsThatBeginWith, partOfId } from '#core/id.ts'
import type { PageRequest } from '#core/page.ts'
import { contains, spellingsOf } from '#postgres/contains.ts'
import type { Db } from '#postgres/database.ts'
import { hasPartOfId } from '#postgres/partitions/part-of-id.ts'
import { inBlocks } from '#resources/account/search-blocks/in-blocks.ts'
import { gramsOf } from './grams.ts'
import { type EmailFilters, type ListRow, listColumns } from './read-store.ts'

export type Search = EmailFilters & { search: string }

/** The emails of the newest blocks are read one by one: for a text that many emails contain they fill a page. */
const newestBlocks = 32

export async function searchEmails(
  db: Db,
  environmentId: string,
  { limit, before }: PageRequest,
  { search, ...filters }: Search,
): Promise<ListRow[]> {
  const searched = sql`concat_ws(e'\\n', subject, from_address, from_name, array_to_string(to_addresses, e'\\n'),
    array_to_string(cc_addresses, e'\\n'), array_to_string(bcc_addresses, e'\\n'), array_to_string(tags, e'\\n'))`
  const hasPart = contains(searched, search)
  const those = emailsThat(environmentId, filters, before, limit + 1)
  const grams = spellingsOf(search).map(spelling => gramsOf(environmentId, [spelling]))
  const mayHavePart = sql.join(
    // As one character, an accented letter may leave too few for a group.
    grams.filter(({ length }) => length > 0).map(those => sql`grams @> ${those}::smallint[]`),
    sql` or `,
  )
  const [ids, part] = [idsThatBeginWith(search), partOfId(search)]
  const byPartOfId = (digits: string) =>
    inBlocks({
      ...{ in: { blocks: 'email_blocks', signature: 'ids' }, environmentId, before, part: digits, limit: limit + 1 },
      those: range => those(range, hasPartOfId(digits)),
    })
  const { rows } = await sql<ListRow>`
    with oldest_read as materialized (
      select coalesce((
        select last_id from email_search where environment_id = ${environmentId}
        order by last_id desc limit 1 offset ${newestBlocks - 1}
      ), '00000000-0000-0000-0000-000000000000') as id
    ), newest as materialized (
      ${those(sql`id > (select id from oldest_read)`, hasPart)}
    ), blocks as materialized (
      select after_id, last_id from email_search
      where (select count(*) from newest) <= ${limit} and environment_id = ${environmentId} and (${mayHavePart})
        and last_id <= (select id from oldest_read) ${before === undefined ? sql`` : sql`and after_id < ${before}`}
      order by last_id desc
    ), older as materialized (
      select found.* from blocks
      cross join lateral (${those(sql`id > blocks.after_id and id <= blocks.last_id`, hasPart)}) as found
      limit ${limit + 1}
    )
    select distinct on (id) * from (
      select * from newest union all select * from older
      ${ids ? sql`union all (${those(sql`id between ${ids.from} and ${ids.to}`)})` : sql``}
      ${part === undefined ? sql`` : sql`union all select * from ${byPartOfId(part)} as by_id`}
    ) as found
    order by id desc limit ${limit + 1}`.execute(db)
  return rows
}

/** Selects emails of one environment that match the other filters, newest first. */
function emailsThat(
  environmentId: string,
  { status, to, from, tag, batchId, templateId, createdAfter, createdBefore }: EmailFilters,
  before: string | undefined,
  limit: number,
): (range: RawBuilder<unknown>, condition?: RawBuilder<unknown>) => RawBuilder<unknown> {
  const conditions = [
    from !== undefined && sql`lower(from_address collate "C") = ${from.toLowerCase()}`,
    batchId !== undefined && sql`batch_id = ${batchId}`,
    templateId !== undefined && sql`template_id = ${templateId}`,
    tag !== undefined && sql`${tag} = any (tags)`,
    to !== undefined &&
      sql`exists (select from deliveries where environment_id = ${environmentId} and email_id = e.id
        and lower(address collate "C") = ${to.toLowerCase()})`,
    createdAfter !== undefined && sql`created_at > ${createdAfter}::timestamptz`,
    createdBefore !== undefined && sql`created_at < ${createdBefore}::timestamptz`,
    status !== undefined && sql`p.status = ${status}`,
  ].filter(one => one !== false)
  // `offset 0` keeps PostgreSQL from collecting and sorting all matches: they are read in order until there are enough.
  return (range, condition = sql`true`) => sql`
    select ${listColumns}
    from (
      select * from emails
      where environment_id = ${environmentId} and ${range} ${before === undefined ? sql`` : sql`and id < ${before}`}
      order by id desc offset 0
    ) as e
    cross join lateral (
      select * from email_progress where environment_id = ${environmentId} and email_id = e.id limit 1
    ) as p
    where ${sql.join([condition, ...conditions], sql` and `)}
    limit ${limit}`
}
