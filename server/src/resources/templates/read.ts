import type { Caller } from '#caller.ts'
import { isId } from '#id.ts'
import type { PageRequest } from '#page.ts'
import type { Db } from '#postgres/database.ts'
import { notFound } from '#refusal.ts'
import { findTemplate, listTemplates } from './store.ts'
import type { Template, TemplateSummary } from './template.ts'

export async function readTemplate(db: Db, { environmentId }: Caller, id: string): Promise<Template> {
  const template = isId(id) ? await findTemplate(db, environmentId, id) : undefined
  if (!template) throw notFound('template')
  return template
}

export const readTemplates = (db: Db, { environmentId }: Caller, page: PageRequest): Promise<TemplateSummary[]> =>
  listTemplates(db, environmentId, page)
