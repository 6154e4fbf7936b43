import type { Tx } from '#postgres/database.ts'
import { htmlOf } from './content.ts'
import { saveVersion } from './store.ts'
import type { Template } from './template.ts'

/** Writes the version that the template shows. What is published carries the html that emails are made of. */
export function saveContent(tx: Tx, environmentId: string, template: Template): Promise<void> {
  const { version, status, content, updatedAt } = template
  const html = status === 'published' && content.mjml !== null ? htmlOf(content.mjml) : content.html
  return saveVersion(tx, environmentId, template.id, { version, status, content: { ...content, html }, at: updatedAt })
}
