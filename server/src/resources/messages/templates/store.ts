import { sql } from 'kysely'
import type { PageRequest } from '#core/page.ts'
import { asTable, integers, uuids } from '#postgres/arrays/as-table.ts'
import type { Db, Tx } from '#postgres/database.ts'
import type { Content, Template, TemplateStatus, TemplateSummary, TemplateVersion } from './template.ts'

/** Reserves the name for one template until the transaction ends. */
export const lockName = async (tx: Tx, environmentId: string, friendlyName: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(
    hashtextextended('template ' || ${environmentId} || ' ' || lower(${friendlyName} collate "C"), 0))`.execute(tx)
}

const sameName = (friendlyName: string) =>
  sql<boolean>`lower(friendly_name collate "C") = lower(${friendlyName} collate "C")`

export async function findByName(db: Db, environmentId: string, friendlyName: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('templates')
    .select('id')
    .where('environment_id', '=', environmentId)
    .where(sameName(friendlyName))
    .executeTakeFirst()
  return row?.id
}

export const insertTemplate = async (
  tx: Tx,
  environmentId: string,
  { id, friendlyName, description, publishedVersion, createdAt, updatedAt }: Template,
): Promise<void> => {
  await tx
    .insertInto('templates')
    .values({
      environment_id: environmentId,
      id,
      friendly_name: friendlyName,
      description,
      published_version: publishedVersion,
      created_at: createdAt,
      updated_at: updatedAt,
    })
    .execute()
}

export const updateTemplate = async (
  tx: Tx,
  environmentId: string,
  { id, friendlyName, description, publishedVersion, updatedAt }: Template,
): Promise<void> => {
  await tx
    .updateTable('templates')
    .set({ friendly_name: friendlyName, description, published_version: publishedVersion, updated_at: updatedAt })
    .where('environment_id', '=', environmentId)
    .where('id', '=', id)
    .execute()
}

type Version = { version: number; status: TemplateStatus; content: Content; at: Date }

/** Adds a version, or overwrites a draft; a published version stays as it is. */
export const saveVersion = async (tx: Tx, environmentId: string, id: string, one: Version): Promise<void> => {
  const { version, status, content, at } = one
  const fields = {
    status,
    subject: content.subject,
    html: content.html,
    text: content.text,
    mjml: content.mjml,
    published_at: status === 'published' ? at : null,
  }
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('template_versions')
    .values({ environment_id: environmentId, template_id: id, version, created_at: at, ...fields })
    .onConflict(conflict =>
      conflict
        .columns(['environment_id', 'template_id', 'version'])
        .doUpdateSet(fields)
        .where('template_versions.status', '=', 'draft'),
    )
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows !== 1n) throw new Error(`version ${version} of template ${id} is published already`)
}

type Row = Omit<Template, 'content'> & Content

const toTemplate = ({ subject, html, text, mjml, ...template }: Row): Template => ({
  ...template,
  content: { subject, html: mjml === null ? html : null, text, mjml },
})

const newest = (db: Db, environmentId: string) =>
  db
    .selectFrom('templates as t')
    .innerJoinLateral(
      eb =>
        eb
          .selectFrom('template_versions as every')
          .select(['version', 'status', 'subject', 'html', 'text', 'mjml'])
          .whereRef('every.environment_id', '=', 't.environment_id')
          .whereRef('every.template_id', '=', 't.id')
          .orderBy('every.version', 'desc')
          .limit(1)
          .as('v'),
      join => join.onTrue(),
    )
    .select([
      't.id',
      't.friendly_name as friendlyName',
      't.description',
      't.published_version as publishedVersion',
      't.created_at as createdAt',
      't.updated_at as updatedAt',
      'v.version',
      'v.status',
      'v.subject',
    ])
    .$narrowType<{ status: TemplateStatus }>()
    .where('t.environment_id', '=', environmentId)

export async function findTemplate(db: Db, environmentId: string, id: string): Promise<Template | undefined> {
  const row = await newest(db, environmentId)
    .select(['v.html', 'v.text', 'v.mjml'])
    .where('t.id', '=', id)
    .executeTakeFirst()
  return row && toTemplate(row)
}

/** Serializes changes of one template. Reads after the lock: a lock in the same query would return old versions. */
export async function lockTemplate(tx: Tx, environmentId: string, id: string): Promise<Template | undefined> {
  await tx
    .selectFrom('templates')
    .select('id')
    .where('environment_id', '=', environmentId)
    .where('id', '=', id)
    .forUpdate()
    .execute()
  return findTemplate(tx, environmentId, id)
}

/** Templates by id or by name. They cannot be deleted until the transaction ends. */
export async function holdTemplates(
  tx: Tx,
  environmentId: string,
  { ids, names }: { ids: readonly string[]; names: readonly string[] },
): Promise<void> {
  await sql`
    select from templates
    where environment_id = ${environmentId} and (id = any (${ids}::uuid[]) or lower(friendly_name collate "C") in (
      select lower(name collate "C") from unnest(${names}::text[]) as name))
    order by id for key share`.execute(tx)
}

const sendsById = (id: string) =>
  sql<boolean>`jsonb_path_exists(workflow_definition, '$.steps[*].config ? (@.template_id == $id)',
    jsonb_build_object('id', ${id}::text))`
const sendsByName = (friendlyName: string) =>
  sql<boolean>`exists (
    select from jsonb_path_query(workflow_definition, '$.steps[*].config.template_friendly_name') as named
    where lower((named #>> '{}') collate "C") = lower(${friendlyName}::text collate "C"))`

/** The workflows that send it by its name, and, given its id, by that, in words, at most ten. It must be locked. */
export async function findWorkflowsThatSend(
  tx: Tx,
  environmentId: string,
  { id, friendlyName }: { id?: string; friendlyName: string },
): Promise<string[]> {
  const { rows } = await sql<{ use: string }>`
    select 'the workflow ' || name as use from workflows
    where environment_id = ${environmentId} and (${id ? sendsById(id) : sql`false`} or ${sendsByName(friendlyName)})
    order by name limit 10`.execute(tx)
  return rows.map(({ use }) => use)
}

export const listTemplates = (
  db: Db,
  environmentId: string,
  { limit, before, after }: PageRequest,
): Promise<TemplateSummary[]> =>
  newest(db, environmentId)
    .$if(before !== undefined, query => query.where('t.id', '<', before ?? ''))
    .$if(after !== undefined, query => query.where('t.id', '>', after ?? ''))
    .orderBy('t.id', after === undefined ? 'desc' : 'asc')
    .limit(limit + 1)
    .execute()

/** Keeps its name for its statistics. */
export async function deleteTemplate(tx: Tx, environmentId: string, id: string): Promise<void> {
  await tx
    .deleteFrom('template_versions')
    .where('environment_id', '=', environmentId)
    .where('template_id', '=', id)
    .execute()
  await sql`
    with gone as (
      delete from templates where environment_id = ${environmentId} and id = ${id} returning environment_id, id, friendly_name
    )
    insert into deleted_templates (environment_id, id, friendly_name) select * from gone`.execute(tx)
}

/** With the html that emails are made from, when it is published mjml. */
export async function findVersion(
  db: Db,
  environmentId: string,
  id: string,
  version: number,
): Promise<TemplateVersion | undefined> {
  const row = await db
    .selectFrom('template_versions')
    .select(['version', 'status', 'subject', 'html', 'text', 'mjml'])
    .select(['created_at as createdAt', 'published_at as publishedAt'])
    .$narrowType<{ status: TemplateStatus }>()
    .where('environment_id', '=', environmentId)
    .where('template_id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  if (!row) return undefined
  const { subject, html, text, mjml, ...rest } = row
  return { ...rest, content: { subject, html, text, mjml } }
}

/** A requested template, by its id or by its name. */
type Wanted = { environmentId: string; id: string | null; friendlyName: string | null }
export type Found = { id: string; publishedVersion: number | null }

/** Many at once, in the order asked; undefined for a template that does not exist. */
export async function findWanted(db: Db, wanted: readonly Wanted[]): Promise<(Found | undefined)[]> {
  const { rows } = await sql<Found & { nth: string }>`
    select wanted.nth, found.id, found.published_version as "publishedVersion"
    from unnest(${wanted.map(one => one.environmentId)}::uuid[], ${wanted.map(one => one.id)}::uuid[],
      ${wanted.map(one => one.friendlyName)}::text[]) with ordinality as wanted (environment_id, id, name, nth)
    cross join lateral (
      select id, published_version from templates
      where environment_id = wanted.environment_id and id = wanted.id
      union all
      select id, published_version from templates
      where environment_id = wanted.environment_id
        and lower(friendly_name collate "C") = lower(wanted.name collate "C")
    ) as found`.execute(db)
  const found = new Map(rows.map(({ nth, ...template }) => [Number(nth), template]))
  return wanted.map((_, index) => found.get(index + 1))
}

export type VersionKey = { environmentId: string; templateId: string; version: number }
type PublishedContent = Pick<Content, 'subject' | 'html' | 'text'>

export const versionName = ({ environmentId, templateId, version }: VersionKey): string =>
  `${environmentId} ${templateId} ${version}`

/** The contents that exist, for many versions at once. */
export async function findContents(
  db: Db,
  keys: readonly VersionKey[],
): Promise<{ key: VersionKey; content: PublishedContent }[]> {
  const { rows } = await sql<VersionKey & PublishedContent>`
    select v.environment_id as "environmentId", v.template_id as "templateId", v.version, v.subject, v.html, v.text
    from ${asTable(
      {
        environment_id: uuids(keys.map(key => key.environmentId)),
        template_id: uuids(keys.map(key => key.templateId)),
        version: integers(keys.map(key => key.version)),
      },
      'wanted',
    )}
    join template_versions v on v.environment_id = wanted.environment_id
      and v.template_id = wanted.template_id and v.version = wanted.version`.execute(db)
  return rows.map(({ subject, html, text, ...key }) => ({ key, content: { subject, html, text } }))
}
