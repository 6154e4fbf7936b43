import type { Caller } from '#core/caller.ts'
import { isId } from '#core/id.ts'
import type { PageRequest } from '#core/page.ts'
import { notFound } from '#core/refusal.ts'
import type { Db } from '#postgres/database.ts'
import { findByName, findTemplate, findVersion, listTemplates } from './store.ts'
import type { Template, TemplateSummary, TemplateVersion } from './template.ts'

/** By its id, or by its name. */
export async function readTemplateNamed(db: Db, caller: Caller, idOrName: string): Promise<Template> {
  const id = isId(idOrName) || !isName(idOrName) ? idOrName : await findByName(db, caller.environmentId, idOrName)
  return readTemplate(db, caller, id ?? '')
}

/** No name has ever been longer, and the database accepts no NUL. */
const isName = (text: string): boolean => text.length <= 200 && !text.includes('\0')

export async function readTemplate(db: Db, { environmentId }: Caller, id: string): Promise<Template> {
  const template = isId(id) ? await findTemplate(db, environmentId, id) : undefined
  if (!template) throw notFound('template')
  return template
}

export const readTemplates = (db: Db, { environmentId }: Caller, page: PageRequest): Promise<TemplateSummary[]> =>
  listTemplates(db, environmentId, page)

/** One version as its author wrote it: mjml, or html that was not compiled from mjml. */
export async function readVersion(db: Db, caller: Caller, id: string, version: string): Promise<TemplateVersion> {
  await readTemplate(db, caller, id)
  const found = isVersion(version) ? await findVersion(db, caller.environmentId, id, Number(version)) : undefined
  if (!found) throw notFound('template_version')
  const { mjml, html } = found.content
  return { ...found, content: { ...found.content, html: mjml === null ? html : null } }
}

/** Returns false for text that cannot be the number of a version. */
const isVersion = (text: string): boolean => /^[1-9]\d{0,8}$/.test(text)
