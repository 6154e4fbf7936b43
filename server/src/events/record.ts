import { sql } from 'kysely'
import { newId } from '#id.ts'
import type { Tx } from '#postgres/database.ts'
import type { Fact } from './fact.ts'

/** Writes down what happened, in the transaction in which it happens. */
export async function record(tx: Tx, facts: readonly Fact[]): Promise<void> {
  if (facts.length === 0) return
  await sql`/* planned once */
    insert into events (environment_id, id, type, subject_id, data, created_at)
    select * from unnest(
      ${facts.map(fact => fact.environmentId)}::uuid[],
      ${facts.map(fact => newId(fact.at))}::uuid[],
      ${facts.map(fact => fact.type)}::text[],
      ${facts.map(fact => fact.subjectId)}::uuid[],
      ${facts.map(fact => JSON.stringify(fact.data))}::jsonb[],
      ${facts.map(fact => fact.at.toISOString())}::timestamptz[]
    )`.execute(tx)
}
