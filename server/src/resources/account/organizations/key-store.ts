import { sql } from 'kysely'
import type { Db, Tx } from '#postgres/database.ts'

export type NewKey = {
  id: string
  environmentId: string
  name: string
  hash: Buffer
  hint: string
  permissions: string[]
}

export async function insertKey(tx: Tx, key: NewKey): Promise<void> {
  await tx
    .insertInto('api_keys')
    .values({
      id: key.id,
      environment_id: key.environmentId,
      name: key.name,
      key_hash: key.hash,
      hint: key.hint,
      permissions: key.permissions,
    })
    .execute()
}

export type KeyRow = {
  keyId: string
  permissions: string[]
  usedLongAgo: boolean
  environmentId: string
  mode: string
  organizationId: string
  plan: string
  requestsPerHour: number | null
}

/** Valid keys by their hashes, with an index look-up each; in the order of the hashes, undefined for a missing one. */
export async function findKeysByHash(db: Db, hashes: readonly Buffer[]): Promise<(KeyRow | undefined)[]> {
  const { rows } = await sql<KeyRow & { nth: string }>`
    select wanted.nth, k.id as "keyId", k.permissions,
      coalesce(k.last_used_at < now() - interval '1 minute', true) as "usedLongAgo",
      e.id as "environmentId", e.mode, o.id as "organizationId", o.plan, o.requests_per_hour as "requestsPerHour"
    from unnest(${hashes}::bytea[]) with ordinality as wanted (hash, nth)
    cross join lateral (
      select id, permissions, last_used_at, environment_id from api_keys
      where key_hash = wanted.hash and revoked_at is null limit 1
    ) as k
    join environments e on e.id = k.environment_id
    join organizations o on o.id = e.organization_id`.execute(db)
  const found = new Map(rows.map(({ nth, ...row }) => [Number(nth), row]))
  return hashes.map((_, index) => found.get(index + 1))
}

export const listKeys = (db: Db, organizationId: string | undefined) =>
  db
    .selectFrom('api_keys')
    .innerJoin('environments', 'environments.id', 'api_keys.environment_id')
    .select([
      'api_keys.id',
      'environments.organization_id as organizationId',
      'environments.mode',
      'api_keys.name',
      'api_keys.hint',
      'api_keys.permissions',
      'api_keys.revoked_at as revokedAt',
    ])
    .select('api_keys.created_at as createdAt')
    .$if(organizationId !== undefined, query => query.where('environments.organization_id', '=', organizationId ?? ''))
    .orderBy('api_keys.created_at')
    .orderBy('api_keys.id')
    .execute()

export const findKey = (db: Db, id: string) =>
  db.selectFrom('api_keys').select(['name', 'hint', 'revoked_at as revokedAt']).where('id', '=', id).executeTakeFirst()

/** False when there is no such key, or it is revoked already. */
export async function revokeKeyById(tx: Tx, id: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('api_keys')
    .set({ revoked_at: at })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Revokes the keys of this name in the environment, except the one with this hash. */
export async function revokeOthersNamed(
  tx: Tx,
  environmentId: string,
  name: string,
  hash: Buffer,
  at: Date,
): Promise<void> {
  await tx
    .updateTable('api_keys')
    .set({ revoked_at: at })
    .where('environment_id', '=', environmentId)
    .where('name', '=', name)
    .where('key_hash', '!=', hash)
    .where('revoked_at', 'is', null)
    .execute()
}

export const findAnyKeyByHash = (db: Db, hash: Buffer) =>
  db
    .selectFrom('api_keys')
    .select(['id', 'environment_id as environmentId', 'revoked_at as revokedAt'])
    .where('key_hash', '=', hash)
    .executeTakeFirst()

/** Makes the key valid, with this name. */
export async function adoptKey(tx: Tx, id: string, name: string): Promise<void> {
  await tx.updateTable('api_keys').set({ revoked_at: null, name }).where('id', '=', id).execute()
}

/** Revoked keys count as well. */
export const hasKeys = async (db: Db, environmentId: string): Promise<boolean> =>
  (await db.selectFrom('api_keys').select('id').where('environment_id', '=', environmentId).limit(1).execute()).length >
  0

const keysOfEnvironment = (db: Db, environmentId: string) =>
  db
    .selectFrom('api_keys')
    .select(['id', 'name', 'hint', 'permissions', 'created_at as createdAt'])
    .select(['last_used_at as lastUsedAt', 'revoked_at as revokedAt'])
    .where('environment_id', '=', environmentId)

/** At most 500: valid keys first, then the newest first. */
export const listKeysOfEnvironment = (db: Db, environmentId: string) =>
  keysOfEnvironment(db, environmentId).orderBy(sql`revoked_at is not null`).orderBy('id', 'desc').limit(500).execute()

export const findKeyOfEnvironment = (db: Db, environmentId: string, id: string) =>
  keysOfEnvironment(db, environmentId).where('id', '=', id).executeTakeFirst()

export async function renameKeyOfEnvironment(
  tx: Tx,
  environmentId: string,
  id: string,
  name: string,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('api_keys')
    .set({ name })
    .where('environment_id', '=', environmentId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Writes at most once a minute per key, however busy it is. */
export async function noteKeyUse(db: Db, environmentId: string, id: string): Promise<void> {
  await sql`
    update api_keys set last_used_at = now()
    where environment_id = ${environmentId} and id = ${id}
      and (last_used_at is null or last_used_at < now() - interval '1 minute')`.execute(db)
}
