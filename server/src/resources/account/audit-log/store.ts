import { sql } from 'kysely'
import type { Mode } from '#core/caller.ts'
import type { Change } from '#core/change.ts'
import { idsFrom } from '#core/id.ts'
import type { PageRequest } from '#core/page.ts'
import { allOf } from '#postgres/conditions.ts'
import type { Db, Tx } from '#postgres/database.ts'
import type { Entry } from './entry.ts'

export type NewEntry = Pick<Entry, 'id' | 'action' | 'objectType' | 'objectId' | 'objectName' | 'changes' | 'via'> & {
  organizationId: string
  environmentId: string | null
  actor: NonNullable<Change['actor']>
  address: string | undefined
  userAgent: string | undefined
  requestId: string | undefined
}

/** Stores the current name of the actor. */
export async function insertEntry(tx: Tx, entry: NewEntry): Promise<void> {
  const { type } = entry.actor
  const actorId = 'id' in entry.actor ? entry.actor.id : null
  await sql`
    insert into audit_log (organization_id, id, environment_id, action, object_type, object_id, object_name, changes, actor_type,
      actor_id, actor_name, actor_detail, via, address, user_agent, request_id)
    select ${entry.organizationId}, ${entry.id}, ${entry.environmentId}, ${entry.action}, ${entry.objectType}, ${entry.objectId},
      ${entry.objectName}, ${JSON.stringify(entry.changes)}::jsonb, ${type}, ${actorId}, coalesce(p.name, k.name),
      coalesce(p.email, k.hint), ${entry.via}, ${entry.address ?? null}, ${entry.userAgent ?? null}, ${entry.requestId ?? null}
    from (select) as one
    left join people p on ${type} = 'person' and p.id = ${actorId}::uuid
    left join api_keys k on ${type} = 'key' and k.id = ${actorId}::uuid`.execute(tx)
}

export async function organizationsOf(tx: Tx, personId: string): Promise<string[]> {
  const rows = await tx.selectFrom('members').select('organization_id').where('person_id', '=', personId).execute()
  return rows.map(row => row.organization_id)
}

export type EntryFilters = {
  actorId?: string | undefined
  actorType?: string | undefined
  action?: string | undefined
  objectType?: string | undefined
  objectId?: string | undefined
  start?: string | undefined
  end?: string | undefined
}

/** `environmentId`: only entries of this environment; null for all of the organization. */
export async function listEntries(
  db: Db,
  { organizationId, environmentId }: { organizationId: string; environmentId: string | null },
  { limit, before }: PageRequest,
  { actorId, actorType, action, objectType, objectId, start, end }: EntryFilters,
): Promise<Entry[]> {
  const conditions = [
    sql`l.organization_id = ${organizationId}`,
    environmentId !== null && sql`l.environment_id = ${environmentId}`,
    before !== undefined && sql`l.id < ${before}`,
    actorId !== undefined && sql`l.actor_id = ${actorId}`,
    actorType !== undefined && sql`l.actor_type = ${actorType}`,
    action !== undefined && sql`l.action = ${action}`,
    objectType !== undefined && sql`l.object_type = ${objectType}`,
    objectId !== undefined && sql`l.object_id = ${objectId}`,
    start !== undefined && sql`l.id >= ${idsFrom(new Date(start))}`,
    end !== undefined && sql`l.id < ${idsFrom(new Date(end))}`,
  ]
  const { rows } = await sql<Entry & { mode: Mode | null }>`
    select l.id, l.action, l.object_type as "objectType", l.object_id as "objectId", l.object_name as "objectName", l.changes,
      e.mode, l.actor_type as "actorType", l.actor_id as "actorId", l.actor_name as "actorName", l.actor_detail as "actorDetail",
      l.via, l.address, l.user_agent as "userAgent", l.request_id as "requestId"
    from audit_log l left join environments e on e.id = l.environment_id
    where ${allOf(conditions)}
    order by l.id desc limit ${limit + 1}`.execute(db)
  return rows
}
