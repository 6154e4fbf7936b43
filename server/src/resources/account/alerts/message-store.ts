/** Alert messages by mail or in Slack, and their results. */
import { sql } from 'kysely'
import { asTable, booleans, moments, texts, uuids } from '#postgres/arrays/as-table.ts'
import type { Db, Tx } from '#postgres/database.ts'

export type NewMessage = {
  id: string
  isTest: boolean
  /** Null for Slack. */
  personId: string | null
  subject: string
  body: string
  at: Date
}

export async function insertMessages(tx: Tx, environmentId: string, messages: readonly NewMessage[]): Promise<void> {
  await sql`
    insert into alert_messages (environment_id, id, is_test, person_id, subject, body, created_at)
    select ${environmentId}::uuid, given.* from ${asTable({
      id: uuids(messages.map(one => one.id)),
      is_test: booleans(messages.map(one => one.isTest)),
      person_id: uuids(messages.map(one => one.personId)),
      subject: texts(messages.map(one => one.subject)),
      body: texts(messages.map(one => one.body)),
      created_at: moments(messages.map(one => one.at)),
    })}`.execute(tx)
}

export type MessageKey = { environmentId: string; id: string }

/** `email` is null when the person is no longer a member. */
export type QueuedMessage = Pick<NewMessage, 'personId' | 'subject' | 'body'> & {
  email: string | null
  slack: Buffer | null
  createdAt: Date
}

/** Undefined when it is no longer queued. */
export async function findQueued(db: Db, { environmentId, id }: MessageKey): Promise<QueuedMessage | undefined> {
  const { rows } = await sql<QueuedMessage>`
    select m.person_id as "personId", m.subject, m.body, m.created_at as "createdAt", p.email, s.slack
    from alert_messages m
    join environments e on e.id = m.environment_id
    left join alert_settings s on s.environment_id = m.environment_id
    left join members on members.organization_id = e.organization_id and members.person_id = m.person_id
    left join people p on p.id = members.person_id
    where m.environment_id = ${environmentId} and m.id = ${id} and m.state = 'queued'`.execute(db)
  return rows[0]
}

export type MessageState = 'queued' | 'sent' | 'failed'

export async function settleMessage(
  tx: Tx,
  { environmentId, id }: MessageKey,
  { state, detail }: { state: MessageState; detail: string | null },
): Promise<void> {
  await sql`
    update alert_messages set state = ${state}, detail = ${detail}
    where environment_id = ${environmentId} and id = ${id} and state = 'queued'`.execute(tx)
}

export type MessageRow = {
  id: string
  isTest: boolean
  personId: string | null
  email: string | null
  subject: string
  state: MessageState
  detail: string | null
  createdAt: Date
}

export async function listMessages(db: Db, environmentId: string): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    select m.id, m.is_test as "isTest", m.person_id as "personId", p.email, m.subject, m.state, m.detail, m.created_at as "createdAt"
    from alert_messages m left join people p on p.id = m.person_id
    where m.environment_id = ${environmentId} order by m.id desc limit 20`.execute(db)
  return rows
}

export async function countTestsSince(db: Db, environmentId: string, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct created_at)::integer as count from alert_messages
    where environment_id = ${environmentId} and is_test and created_at > ${since}`.execute(db)
  return rows[0]?.count ?? 0
}
