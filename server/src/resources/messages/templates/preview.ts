import type { TemplateRender } from '@posthorn/contract/messages/templates'
import type { Caller } from '#core/caller.ts'
import { invalid, Refusal } from '#core/refusal.ts'
import type { Db } from '#postgres/database.ts'
import { contactsByEmail } from '#resources/audience/contacts/read.ts'
import { fieldsOf } from '#resources/audience/fields/read.ts'
import { htmlOf, sourcesOf } from './content.ts'
import { readTemplate } from './read.ts'
import { type RenderedContent, toRendered } from './render.ts'
import { contactsForbidden, scopeOf } from './scope.ts'
import { findVersion } from './store.ts'
import type { Content } from './template.ts'
import { prepareTexts, type TemplateText } from './template-text.ts'

/** The content of an email; nothing is sent. A draft in mjml has no html of its own. */
export async function previewTemplate(
  db: Db,
  text: TemplateText,
  caller: Caller,
  id: string,
  { variables = {}, email, version }: TemplateRender,
): Promise<RenderedContent> {
  const { mjml, ...content } = await contentOf(db, caller, id, version)
  const mayReadContacts = caller.permissions.has('contacts:read')
  const [contact] = email === undefined || !mayReadContacts ? [] : await contactsByEmail(db, [{ ...caller, email }])
  const fields = contact ? (await fieldsOf(db, [caller.environmentId]))(caller.environmentId) : undefined
  const tenant = caller.organizationId
  const html = content.html ?? (mjml === null ? null : await htmlOf(text, tenant, mjml))
  const texts = prepareTexts(sourcesOf({ ...content, html }))
  const [filled] = await text.fill(tenant, [{ texts, variables: scopeOf(variables, contact, fields) }])
  if (!filled) throw new Error('a template was not filled in')
  const rendered = toRendered(filled)
  if (rendered instanceof Refusal) throw mayReadContacts ? rendered : contactsForbidden(rendered)
  return rendered
}

async function contentOf(db: Db, caller: Caller, id: string, asked: number | undefined): Promise<Content> {
  const { version: newest } = await readTemplate(db, caller, id)
  const version = asked ?? newest
  const isVersion = Number.isInteger(version) && version >= 1 && version <= newest
  const found = isVersion ? await findVersion(db, caller.environmentId, id, version) : undefined
  if (!found) throw invalid({ path: 'version', message: `must be a version of this template, 1 to ${newest}` })
  return found.content
}
