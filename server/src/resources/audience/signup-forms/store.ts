import { sql } from 'kysely'
import type { Db, Tx } from '#postgres/database.ts'
import type { SignupForm } from './form.ts'

const columns = [
  'environment_id as environmentId',
  'id',
  'name',
  'topic_ids as topicIds',
  'fields',
  'wording',
  'allowed_origins as allowedOrigins',
  'redirect_url as redirectUrl',
  'created_at as createdAt',
  'updated_at as updatedAt',
] as const

const toRow = (form: SignupForm) => ({
  name: form.name,
  topic_ids: form.topicIds,
  fields: form.fields,
  wording: form.wording,
  allowed_origins: form.allowedOrigins,
  redirect_url: form.redirectUrl,
  updated_at: form.updatedAt,
})

export async function insertForm(tx: Tx, form: SignupForm): Promise<void> {
  await tx
    .insertInto('signup_forms')
    .values({ environment_id: form.environmentId, id: form.id, created_at: form.createdAt, ...toRow(form) })
    .execute()
}

/** Locks the environment, so that concurrent requests cannot all pass the limit. */
export async function countForms(tx: Tx, environmentId: string): Promise<number> {
  await sql`select from environments where id = ${environmentId} for no key update`.execute(tx)
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from signup_forms where environment_id = ${environmentId}`.execute(tx)
  return rows[0]?.count ?? 0
}

export const listForms = (db: Db, environmentId: string): Promise<SignupForm[]> =>
  db
    .selectFrom('signup_forms')
    .select(columns)
    .where('environment_id', '=', environmentId)
    .orderBy('id', 'desc')
    .execute()

export const findForm = (db: Db, environmentId: string, id: string): Promise<SignupForm | undefined> =>
  db
    .selectFrom('signup_forms')
    .select(columns)
    .where('environment_id', '=', environmentId)
    .where('id', '=', id)
    .executeTakeFirst()

export const lockForm = (tx: Tx, environmentId: string, id: string): Promise<SignupForm | undefined> =>
  tx
    .selectFrom('signup_forms')
    .select(columns)
    .where('environment_id', '=', environmentId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

/** For the public page: a visitor knows only the id. */
export const findPublicForm = (db: Db, id: string): Promise<SignupForm | undefined> =>
  db.selectFrom('signup_forms').select(columns).where('id', '=', id).executeTakeFirst()

export async function updateForm(tx: Tx, form: SignupForm): Promise<void> {
  await tx
    .updateTable('signup_forms')
    .set(toRow(form))
    .where('environment_id', '=', form.environmentId)
    .where('id', '=', form.id)
    .execute()
}

export async function deleteForm(tx: Tx, environmentId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('signup_forms')
    .where('environment_id', '=', environmentId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** The form's existing topics, and whether each requires confirmation. */
export async function findTopics(db: Db, { environmentId, topicIds }: SignupForm) {
  const { rows } = await sql<{ id: string; name: string; confirms: boolean }>`
    select id, name, confirmation is not null as confirms from topics
    where environment_id = ${environmentId} and id = any (${sql.val(topicIds)}::uuid[])
    order by display_order, id`.execute(db)
  return rows
}

export async function findOwner(db: Db, environmentId: string) {
  const { rows } = await sql<{ organizationId: string; organizationName: string }>`
    select o.id as "organizationId", o.name as "organizationName"
    from environments e join organizations o on o.id = e.organization_id where e.id = ${environmentId}`.execute(db)
  return rows[0]
}
