import { sql } from 'kysely'
import { arrayLiteral } from '#postgres/arrays/array-literal.ts'
import type { Tx } from '#postgres/database.ts'

/** What happened to these is as if it never had been, also for webhooks that have yet to hear of it. */
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
