/** Contents outside the database, and which emails use them. */
import { sql } from 'kysely'
import { asTable, bytes, integers, smallints, uuids } from '#postgres/arrays/as-table.ts'
import type { Db, Tx } from '#postgres/database.ts'
import { type EmailKey, emailKeys } from '#postgres/partitions/email-keys.ts'
import type { OutsideContent } from '../body/outside-content.ts'

export type NewContent = { id: string; hash: Buffer; size: number }
export type KnownContent = { id: string; hash: Buffer; stored: boolean }

/** How long an unused content is left alone: a request that is about to use it has long done so by then. */
const grace = sql`interval '10 minutes'`

const nobody = '00000000-0000-0000-0000-000000000000'

/** The stored contents with these hashes that are not about to be checked. */
export async function findKept(db: Db, environmentId: string, hashes: readonly Buffer[]): Promise<KnownContent[]> {
  const { rows } = await sql<KnownContent>`
    select id, hash, stored from outside_contents
    where environment_id = ${environmentId} and hash = any (${bytes(hashes)}) and not removing and stored
      and look_at > now() + ${grace} / 2`.execute(db)
  return rows
}

/** Existing contents keep their id, and are left alone for as long as new ones. Inserted in order, to avoid deadlocks. */
export async function upsertContents(
  db: Db,
  environmentId: string,
  contents: readonly NewContent[],
): Promise<KnownContent[]> {
  const { rows } = await sql<KnownContent>`
    insert into outside_contents (environment_id, id, hash, size, look_at)
    select ${environmentId}, given.id, given.hash, given.size, now() + ${grace}
    from ${asTable({
      id: uuids(contents.map(({ id }) => id)),
      hash: bytes(contents.map(({ hash }) => hash)),
      size: integers(contents.map(({ size }) => size)),
    })}
    order by given.hash
    on conflict (environment_id, hash) where not removing
      do update set look_at = greatest(outside_contents.look_at, excluded.look_at)
    returning id, hash, stored`.execute(db)
  return rows
}

export async function markStored(db: Db, environmentId: string, ids: readonly string[]): Promise<void> {
  await sql`update outside_contents set stored = true
    where environment_id = ${environmentId} and id = any (${uuids(ids)})`.execute(db)
}

export type Use = EmailKey & { nth: number; contentId: string }

/** Returns false when one of them is being removed, because it was unused for too long. */
export async function insertUses(tx: Tx, uses: readonly Use[]): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into outside_uses (environment_id, email_id, nth, content_id)
    select given.environment_id, given.email_id, given.nth, given.content_id
    from ${asTable({
      ...emailKeys(uses),
      nth: smallints(uses.map(one => one.nth)),
      content_id: uuids(uses.map(one => one.contentId)),
    })}
    join outside_contents c on c.environment_id = given.environment_id and c.id = given.content_id and c.stored and not c.removing`.execute(
    tx,
  )
  return Number(numAffectedRows ?? 0n) === uses.length
}

/** The contents of one email, with the `nth` of the attachment, or -1 for the body. */
export async function findUsed(
  db: Db,
  { environmentId, emailId }: EmailKey,
): Promise<(OutsideContent & { nth: number })[]> {
  const { rows } = await sql<OutsideContent & { nth: number }>`
    select u.nth, c.environment_id as "environmentId", c.id, encode(c.hash, 'hex') as hash
    from outside_uses u join outside_contents c on c.environment_id = u.environment_id and c.id = u.content_id
    where u.environment_id = ${environmentId} and u.email_id = ${emailId}`.execute(db)
  return rows
}

/** Used contents, in the order of their ids. A content that is the body of an email is never an attachment. */
export async function findContentsAfter(
  db: Db,
  environmentId: string,
  after: string | null,
  limit: number,
): Promise<(OutsideContent & { isBody: boolean })[]> {
  const { rows } = await sql<OutsideContent & { isBody: boolean }>`
    select c.environment_id as "environmentId", c.id, encode(c.hash, 'hex') as hash, used.nth < 0 as "isBody"
    from outside_contents c cross join lateral (
      select nth from outside_uses where environment_id = c.environment_id and content_id = c.id limit 1
    ) as used
    where c.environment_id = ${environmentId} and c.stored and not c.removing and c.id > ${after ?? nobody}
    order by c.id limit ${limit}`.execute(db)
  return rows
}

/** Replaces a content by these bytes in every email that uses it, inside the database. */
export async function takeInside(
  tx: Tx,
  { environmentId, id }: Pick<OutsideContent, 'environmentId' | 'id'>,
  content: Buffer,
): Promise<void> {
  await sql`
    with uses as (
      delete from outside_uses where environment_id = ${environmentId} and content_id = ${id} returning email_id, nth
    ), bodies as (
      insert into email_bodies (environment_id, email_id, packed)
      select ${environmentId}, email_id, ${content} from uses where nth < 0
    ), files as (
      update email_attachments a set content = ${content} from uses
      where a.environment_id = ${environmentId} and a.email_id = uses.email_id and a.nth = uses.nth
    )
    update outside_contents set look_at = least(look_at, now() + ${grace})
    where environment_id = ${environmentId} and id = ${id}`.execute(tx)
}

const isUsed = sql<boolean>`exists (
  select from outside_uses u where u.environment_id = c.environment_id and u.content_id = c.id)`

/** Checks due contents: the used ones again tomorrow, the unused ones are marked for removal. Returns how many were checked. */
export async function checkPage(tx: Tx, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with due as (
      select environment_id, id from outside_contents where look_at <= now() and not removing and environment_id <> ${nobody}
      order by look_at limit ${limit} for update skip locked
    ), looked as (
      update outside_contents c set removing = not ${isUsed},
        look_at = now() + case when ${isUsed} then interval '1 day' else ${grace} end
      from due where c.environment_id = due.environment_id and c.id = due.id
      returning 1
    )
    select count(*)::integer as count from looked`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Contents that can be removed. A transaction that was running when a content was marked may still use it: then it stays. */
export async function findRemoving(db: Db, limit: number): Promise<{ environmentId: string; id: string }[]> {
  const { rows } = await sql<{ environmentId: string; id: string }>`
    select environment_id as "environmentId", id from outside_contents c where removing and look_at <= now() and not ${isUsed}
    order by look_at limit ${limit}`.execute(db)
  return rows
}

export async function deleteContents(db: Db, removed: readonly { environmentId: string; id: string }[]): Promise<void> {
  await sql`
    delete from outside_contents c using ${asTable({
      environment_id: uuids(removed.map(one => one.environmentId)),
      id: uuids(removed.map(one => one.id)),
    })}
    where c.environment_id = given.environment_id and c.id = given.id and c.removing`.execute(db)
}

/** The id of the place with the contents of this database; undefined before there is one. */
export async function findPlace(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from outside_contents where environment_id = ${nobody}`.execute(db)
  return rows[0]?.id
}

/** An existing place stays. */
export async function insertPlace(db: Db, id: string): Promise<void> {
  await sql`
    insert into outside_contents (environment_id, id, hash, size, stored, look_at)
    values (${nobody}, ${id}, ''::bytea, 0, true, now()) on conflict do nothing`.execute(db)
}

export async function hasContents(db: Db): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from outside_contents where environment_id <> ${nobody}) as has`.execute(db)
  return rows[0]?.has ?? false
}

export async function measureContents(db: Db): Promise<{ count: number; bytes: number }> {
  const { rows } = await sql<{ count: number; bytes: number }>`
    select count(*)::float8 as count, coalesce(sum(size), 0)::float8 as bytes from outside_contents
    where environment_id <> ${nobody}`.execute(db)
  return rows[0] ?? { count: 0, bytes: 0 }
}
