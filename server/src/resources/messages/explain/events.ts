import type { EmailEventType, SmsEventType } from '@posthorn/contract/event-names'
import { sql } from 'kysely'
import { asTable, uuids } from '#postgres/arrays/as-table.ts'
import type { Db } from '#postgres/database.ts'
import type { Key, Kind } from './waits.ts'

type Types = { email: EmailEventType; sms: SmsEventType }

export type EventOf<K extends Kind> = {
  subjectId: string
  type: Types[K]
  data: Record<string, unknown>
  createdAt: Date
}

/** The events of these messages, in order. A message may be named more than once, as concurrent reads of it do. */
export async function findEvents<K extends Kind>(db: Db, kind: K, messages: readonly Key[]): Promise<EventOf<K>[]> {
  const { rows } = await sql<EventOf<K>>`
    select events.subject_id as "subjectId", substr(events.type, ${sql.lit(`${kind}.`.length + 1)}) as type, events.data,
      events.created_at as "createdAt"
    from (select distinct * from ${asTable({
      environment_id: uuids(messages.map(one => one.environmentId)),
      id: uuids(messages.map(one => one.id)),
    })}) as wanted
    join events on events.environment_id = wanted.environment_id and events.subject_id = wanted.id
    where events.type like ${sql.lit(`${kind}.%`)}
    order by events.subject_id, events.position`.execute(db)
  return rows
}
