/**
 * A statement that is planned once for a connection. Only for what can be carried out in one way: inserts, and rows that are looked
 * up one by one (`cross join lateral (… where key = … limit 1)`), which our connections do by an index. The order of any other join
 * depends on how large a table looks when it is planned, and would be kept while the table grows. So would the choice of an index: nothing may
 * serve the look-up but one. While `emails` is empty, one by sender looks as good for an email as its key, until the first ANALYZE; asked for
 * rows in the order of the key (`id between $1 and $1 order by id limit 1`), only the key's will do. A whole unique key always wins; of a part of
 * one, such as the chain of a consent, ask for the last row that is not behind it (`(a, b) <= ($1, $2) order by a desc, b desc limit 1`).
 *
 * PostgreSQL plans it anew all the same when knowing the length of an array makes a plan look cheaper. That of `(select $1::uuid[])`
 * or of a JSON text it cannot know.
 */
import { hash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'

/** Statements are compared by their text, so what is planned once says so in it. */
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

/** In place of Kysely's `sql`. */
export const plannedOnce = <Row>(text: TemplateStringsArray, ...values: unknown[]): RawBuilder<Row> =>
  sql<Row>`${sql.raw(mark)}${sql<Row>(text, ...values)}`
