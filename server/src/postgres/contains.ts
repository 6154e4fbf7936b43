/** Finds texts by a part of them, in any case. */
import { type RawBuilder, sql } from 'kysely'

/** A letter with an accent is stored as one character or as two, as it was typed: a search finds both. */
export const spellingsOf = (text: string): string[] => [
  ...new Set([text, text.normalize('NFC'), text.normalize('NFD')]),
]

const patternOf = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`

export const contains = (within: RawBuilder<unknown>, text: string): RawBuilder<unknown> =>
  sql`(${sql.join(
    spellingsOf(text).map(spelling => sql`${within} ilike ${patternOf(spelling)}`),
    sql` or `,
  )})`
