import { sql } from 'kysely'
import { idsFrom } from '#core/id.ts'
import type { PageRequest } from '#core/page.ts'
import type { RequestNote } from '#core/request-note.ts'
import { asTable, booleans, floats, integers, smallints, texts, uuids } from '#postgres/arrays/as-table.ts'
import { allOf } from '#postgres/conditions.ts'
import type { Db } from '#postgres/database.ts'
import { plannedOnce } from '#postgres/prepared.ts'

export type NewRequest = RequestNote & { environmentId: string; id: string; leftOut: number }

export async function insertRequests(db: Db, requests: readonly NewRequest[]): Promise<void> {
  await plannedOnce`
    insert into request_log (environment_id, id, request_id, key_id, operation, method, path, query, status, code, message,
      duration_ms, address, user_agent, has_idempotency_key, request_bytes, response_bytes, left_out)
    select * from ${asTable({
      environment_id: uuids(requests.map(one => one.environmentId)),
      id: uuids(requests.map(one => one.id)),
      request_id: texts(requests.map(one => one.requestId)),
      key_id: uuids(requests.map(one => one.keyId)),
      operation: texts(requests.map(one => one.operation)),
      method: texts(requests.map(one => one.method)),
      path: texts(requests.map(one => one.path)),
      query: texts(requests.map(one => one.query)),
      status: smallints(requests.map(one => one.status)),
      code: texts(requests.map(one => one.code)),
      message: texts(requests.map(one => one.message)),
      duration_ms: floats(requests.map(one => one.durationMs)),
      address: texts(requests.map(one => one.address)),
      user_agent: texts(requests.map(one => one.userAgent)),
      has_idempotency_key: booleans(requests.map(one => one.hasIdempotencyKey)),
      request_bytes: integers(requests.map(one => one.requestBytes)),
      response_bytes: integers(requests.map(one => one.responseBytes)),
      left_out: integers(requests.map(one => one.leftOut)),
    })}`.execute(db)
}

export type KeptRequest = Omit<NewRequest, 'environmentId' | 'at'> & { keyName: string | null; keyHint: string | null }

export type RequestFilters = {
  id?: string | undefined
  statuses?: { from: number; to: number } | undefined
  method?: string | undefined
  path?: string | undefined
  keyId?: string | undefined
  requestId?: string | undefined
  start?: string | undefined
  end?: string | undefined
}

export async function listRequests(
  db: Db,
  environmentId: string,
  { limit, before, after }: PageRequest,
  { id, statuses, method, path, keyId, requestId, start, end }: RequestFilters,
): Promise<KeptRequest[]> {
  const conditions = [
    sql`l.environment_id = ${environmentId}`,
    before !== undefined && sql`l.id < ${before}`,
    after !== undefined && sql`l.id > ${after}`,
    id !== undefined && sql`l.id = ${id}`,
    statuses !== undefined && sql`l.status between ${statuses.from} and ${statuses.to}`,
    // This condition lets PostgreSQL use the index of refusals.
    statuses !== undefined && statuses.from >= 400 && sql`l.status >= 400`,
    method !== undefined && sql`l.method = ${method}`,
    path !== undefined && sql`(l.path = ${path} or starts_with(l.path, ${`${path}/`}))`,
    keyId !== undefined && sql`l.key_id = ${keyId}`,
    requestId !== undefined && sql`l.request_id = ${requestId}`,
    start !== undefined && sql`l.id >= ${idsFrom(new Date(start))}`,
    end !== undefined && sql`l.id < ${idsFrom(new Date(end))}`,
  ]
  const { rows } = await sql<KeptRequest>`
    select l.id, l.request_id as "requestId", l.key_id as "keyId", k.name as "keyName", k.hint as "keyHint", l.operation, l.method,
      l.path, l.query, l.status, l.code, l.message, l.duration_ms as "durationMs", l.address, l.user_agent as "userAgent",
      l.has_idempotency_key as "hasIdempotencyKey", l.request_bytes as "requestBytes", l.response_bytes as "responseBytes",
      l.left_out as "leftOut"
    from request_log l left join api_keys k on k.id = l.key_id
    where ${allOf(conditions)}
    order by l.id ${after === undefined ? sql`desc` : sql`asc`} limit ${limit + 1}`.execute(db)
  return rows
}
