import { sql } from 'kysely'
import { arrayLiteral } from '#postgres/arrays/array-literal.ts'
import type { Tx } from '#postgres/database.ts'

/** Deletes all events about these objects, and their open webhook deliveries. */
export async function forget(tx: Tx, environmentId: string, subjectIds: readonly string[]): Promise<void> {
  await sql`
    with gone as (
      delete from events where environment_id = ${environmentId} and subject_id = any (${arrayLiteral(subjectIds)}::uuid[])
      returning id, position
    )
    delete from webhook_deliveries d using webhooks w, gone
    where w.environment_id = ${environmentId} and d.environment_id = ${environmentId} and d.webhook_id = w.id
      and d.position = gone.position and d.event_id = gone.id`.execute(tx)
}
