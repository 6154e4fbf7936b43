/** Evaluates each condition for one contact. */
import type { SegmentCondition } from '@posthorn/contract/segments/filter'
import { sql } from 'kysely'
import { isId } from '#core/id.ts'
import type { Db } from '#postgres/database.ts'
import { fieldsOf } from '#resources/audience/fields/read.ts'
import { countOf, lastOf, toCondition } from './condition.ts'
import { findAllNames } from './store.ts'
import type { Names } from './words.ts'

/** `count` is set for events, `lastId` for email activity (the id contains the time). */
export type ConditionResult = { isMet: boolean; count: number | null; lastId: string | null; source: string | null }

type Whose = { environmentId: string; contactId: string; now: Date }

/** Results in the order of the conditions. */
export async function evaluateConditions(
  db: Db,
  { environmentId, contactId, now }: Whose,
  conditions: readonly SegmentCondition[],
): Promise<ConditionResult[]> {
  const fields = (await fieldsOf(db, [environmentId]))(environmentId)
  const asked = { environmentId, fields, now, rows: 'few', contacts: 'contacts' } as const
  const each = conditions.map(
    (one, nth) => sql`
      select ${nth}::integer as nth, ${toCondition(one, asked)} as "isMet", source,
        ${'event' in one ? countOf(one, asked) : sql`null::integer`} as count,
        ${'activity' in one ? lastOf(one, asked) : sql`null::uuid`} as "lastId"
      from contacts where environment_id = ${environmentId} and id = ${contactId}`,
  )
  const { rows } = await sql<ConditionResult>`${sql.join(each, sql` union all `)} order by nth`.execute(db)
  return rows
}

export function namesIn(db: Db, environmentId: string, conditions: readonly SegmentCondition[]): Promise<Names> {
  const ids = conditions.flatMap(one =>
    'topic_id' in one ? [one.topic_id] : 'segment_id' in one ? [one.segment_id] : [],
  )
  return ids.length === 0 ? Promise.resolve(new Map()) : findAllNames(db, environmentId, [...new Set(ids.filter(isId))])
}
