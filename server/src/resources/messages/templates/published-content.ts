import { isId } from '#core/id.ts'
import { invalid, type Refusal } from '#core/refusal.ts'
import type { Db } from '#postgres/database.ts'
import { findContents, findWanted } from './store.ts'
import type { Content } from './template.ts'
import { unpublished } from './usable.ts'

/** The published content of a template, for code that keeps a copy of it. */
export async function publishedContent(
  db: Db,
  { environmentId }: { environmentId: string },
  { id, path }: { id: string; path: string },
): Promise<(Pick<Content, 'subject' | 'html' | 'text'> & { templateId: string }) | Refusal> {
  const [found] = await findWanted(db, [{ environmentId, id: isId(id) ? id : null, friendlyName: null }])
  if (!found) return invalid({ path, message: 'must be a template of this environment; GET /v1/templates lists them' })
  const { publishedVersion: version } = found
  const [published] = version === null ? [] : await findContents(db, [{ environmentId, templateId: found.id, version }])
  if (!published) return invalid({ path, message: unpublished })
  const { subject, html, text } = published.content
  return { subject, html, text, templateId: found.id }
}
