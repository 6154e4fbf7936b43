import type { Contact } from '@posthorn/contract/audience/contacts'
import type { CustomEventName } from '@posthorn/contract/event-names'
import { sql } from 'kysely'
import type { PageRequest } from '#core/page.ts'
import type { Db } from '#postgres/database.ts'
import type { Address } from '../store.ts'

type Happened =
  | { type: 'contact.created'; data: Contact }
  | { type: 'contact.updated'; data: Contact & { previous: Contact } }
  | { type: 'contact.subscribed' | 'contact.unsubscribed'; data: Contact & { channel: 'email' | 'sms' } }
  | { type: CustomEventName; data: { data: Record<string, unknown> } }
  | { type: 'contact.topic_subscribed' | 'contact.topic_unsubscribed'; data: { topic_id: string } }

/** A recorded event of a contact. */
export type ContactEvent = Happened & { id: string; createdAt: Date }

/**
 * Newest first. Updates that only change subscriptions are left out: those have events of their own. Pages continue by position, because ids of the
 * same millisecond are unordered.
 */
export async function listContactEvents(
  db: Db,
  { environmentId, id }: Address,
  { limit, before }: PageRequest,
): Promise<ContactEvent[]> {
  const { rows } = await sql<ContactEvent>`
    select id, type, data, created_at as "createdAt" from events
    where environment_id = ${environmentId} and subject_id = ${id}
      and (${before ?? null}::uuid is null or position < (
        select position from events
        where environment_id = ${environmentId} and subject_id = ${id} and id = ${before ?? null}::uuid))
      and (type in ('contact.created', 'contact.subscribed', 'contact.unsubscribed', 'contact.topic_subscribed',
          'contact.topic_unsubscribed')
        or type like 'custom.%'
        or (type = 'contact.updated' and (
          coalesce(data ->> 'first_name', '') <> coalesce(data #>> '{previous,first_name}', '')
          or coalesce(data ->> 'last_name', '') <> coalesce(data #>> '{previous,last_name}', '')
          or data -> 'properties' is distinct from data #> '{previous,properties}')))
    order by position desc
    limit ${limit + 1}`.execute(db)
  return rows
}
