/**
 * A statement that is planned once per connection. Only for statements with a single sensible plan: inserts, and rows looked up one by
 * one (`cross join lateral (… where key = … limit 1)`), for which our connections use an index. Any other join order depends on
 * the table sizes at planning time, and the cached plan would keep it while the tables grow. The same goes for the choice of an index, so only one
 * index may fit the look-up. While `emails` is empty, the index by sender looks as good for an email as its primary key, until the first ANALYZE. If rows
 * are requested in key order (`id between $1 and $1 order by id limit 1`), only the key's index fits. A full unique key always wins. For a prefix of one,
 * such as the chain of a consent, request the last row up to a bound (`(a, b) <= ($1, $2) order by a desc, b desc limit 1`).
 *
 * PostgreSQL still replans it each time if knowing the length of an array makes the plan look cheaper. It cannot know the length of
 * `(select $1::uuid[])` or of a JSON text.
 */
import { hash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'

/** Marks such a statement in its text, which is all that the connection sees. */
const mark = '/* planned once */ '
const names = new Map<string, string>()

/** The name under which the statement is prepared; undefined for one that is planned each time. */
export function preparedName(text: string): string | undefined {
  if (!text.startsWith(mark)) return undefined
  const known = names.get(text)
  if (known !== undefined) return known
  const name = `p${hash('sha256', text, 'hex').slice(0, 16)}`
  names.set(text, name)
  return name
}

/** Use instead of Kysely's `sql`. */
export const plannedOnce = <Row>(text: TemplateStringsArray, ...values: unknown[]): RawBuilder<Row> =>
  sql<Row>`${sql.raw(mark)}${sql<Row>(text, ...values)}`
