import { sql } from 'kysely'
import type { PageRequest } from '#core/page.ts'
import { asTableOfAnyLength, uuids } from '#postgres/arrays/as-table.ts'
import type { Db, Tx } from '#postgres/database.ts'
import { plannedOnce } from '#postgres/prepared.ts'
import type { Confirmation, Topic, TopicFields } from './topic.ts'

const columns = [
  'id',
  'name',
  'description',
  'is_default_topic as isDefaultTopic',
  'display_order as displayOrder',
  // The schema only knows that it is JSON.
  sql<Confirmation | null>`confirmation`.as('confirmation'),
  'created_at as createdAt',
  'updated_at as updatedAt',
] as const

const toJson = (confirmation: Confirmation | null): string | null =>
  confirmation === null ? null : JSON.stringify(confirmation)

/** Without a `displayOrder`, the topic is placed last. */
export function insertTopic(
  tx: Tx,
  environmentId: string,
  topic: Omit<TopicFields, 'displayOrder'> & { id: string; displayOrder: number | undefined; at: Date },
): Promise<Topic> {
  return tx
    .insertInto('topics')
    .values({
      environment_id: environmentId,
      id: topic.id,
      name: topic.name,
      description: topic.description,
      is_default_topic: topic.isDefaultTopic,
      display_order:
        topic.displayOrder ??
        sql<number>`(select coalesce(max(display_order), 0) + 1 from topics where environment_id = ${environmentId})`,
      confirmation: toJson(topic.confirmation),
      created_at: topic.at,
      updated_at: topic.at,
    })
    .returning(columns)
    .executeTakeFirstOrThrow()
}

export const lockTopic = (tx: Tx, environmentId: string, id: string): Promise<Topic | undefined> =>
  tx
    .selectFrom('topics')
    .select(columns)
    .where('environment_id', '=', environmentId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export const findTopic = (db: Db, environmentId: string, id: string): Promise<Topic | undefined> =>
  db
    .selectFrom('topics')
    .select(columns)
    .where('environment_id', '=', environmentId)
    .where('id', '=', id)
    .executeTakeFirst()

export type TopicKey = { environmentId: string; id: string }

export type HeldTopic = TopicKey & { confirmation: Confirmation | null }

/** Locks the topics, so that none can be deleted while something is attached to it. */
export async function holdTopics(tx: Tx, wanted: readonly TopicKey[]): Promise<HeldTopic[]> {
  const { rows } = await sql<HeldTopic>`
    select t.environment_id as "environmentId", t.id, t.confirmation from topics t
    where (t.environment_id, t.id) in (
      select * from unnest(${wanted.map(one => one.environmentId)}::uuid[], ${wanted.map(one => one.id)}::uuid[]))
    order by t.environment_id, t.id
    for key share of t`.execute(tx)
  return rows
}

export const updateTopic = (tx: Tx, environmentId: string, id: string, fields: TopicFields, at: Date): Promise<Topic> =>
  tx
    .updateTable('topics')
    .set({
      name: fields.name,
      description: fields.description,
      is_default_topic: fields.isDefaultTopic,
      display_order: fields.displayOrder,
      confirmation: toJson(fields.confirmation),
      updated_at: at,
    })
    .where('environment_id', '=', environmentId)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()

export async function deleteTopic(tx: Tx, environmentId: string, id: string): Promise<void> {
  await tx.deleteFrom('topics').where('environment_id', '=', environmentId).where('id', '=', id).execute()
}

export const listTopics = (db: Db, environmentId: string, { limit, before, after }: PageRequest): Promise<Topic[]> =>
  db
    .selectFrom('topics')
    .select(columns)
    .where('environment_id', '=', environmentId)
    .$if(before !== undefined, query => query.where('id', '<', before ?? ''))
    .$if(after !== undefined, query => query.where('id', '>', after ?? ''))
    .orderBy('id', after === undefined ? 'desc' : 'asc')
    .limit(limit + 1)
    .execute()

/** The default topics of several environments, locked so that none is deleted while a contact is being subscribed. */
export async function findDefaultTopics(tx: Tx, environmentIds: readonly string[]): Promise<TopicKey[]> {
  const { rows } = await plannedOnce<TopicKey>`
    select topic.environment_id as "environmentId", topic.id
    from ${asTableOfAnyLength({ environment_id: uuids(environmentIds) }, 'asked')}
    cross join lateral (
      select environment_id, id from topics
      where environment_id = asked.environment_id and is_default_topic
      for key share
    ) topic`.execute(tx)
  return rows
}

export async function findTopicIds(db: Db, environmentId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('topics')
    .select('id')
    .where('environment_id', '=', environmentId)
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return rows.map(row => row.id)
}
