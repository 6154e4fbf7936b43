import type { Tx } from '#postgres/database.ts'
import { isSameContent } from './content.ts'
import { saveVersion } from './store.ts'
import type { Content, Template, TemplateStatus } from './template.ts'

/** The html of mjml that was compiled before the transaction. Throws NotCompiled: rows must not stay locked while mjml is compiled. */
export type CompiledHtml = (mjml: string) => string

export class NotCompiled extends Error {
  override name = 'NotCompiled'
  readonly mjml: string

  constructor(mjml: string) {
    super('this mjml has not been compiled')
    this.mjml = mjml
  }
}

/** A published version never changes: a change after it makes a new version. A draft is changed in place until it is published. */
export function withContent(template: Template, content: Content, status: TemplateStatus): Template {
  if (status === template.status && isSameContent(content, template.content)) return template
  const version = template.status === 'draft' ? template.version : template.version + 1
  return {
    ...template,
    content,
    status,
    version,
    publishedVersion: status === 'published' ? version : template.publishedVersion,
  }
}

/** Writes the version that the template shows. A published one includes the html that emails are made from. */
export function saveContent(tx: Tx, environmentId: string, template: Template, htmlOf: CompiledHtml): Promise<void> {
  const { version, status, content, updatedAt } = template
  const html = status === 'published' && content.mjml !== null ? htmlOf(content.mjml) : content.html
  return saveVersion(tx, environmentId, template.id, { version, status, content: { ...content, html }, at: updatedAt })
}
