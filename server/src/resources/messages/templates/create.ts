import type { TemplateCreate } from '@posthorn/contract/messages/templates'
import type { Caller } from '#core/caller.ts'
import { newId } from '#core/id.ts'
import { invalid } from '#core/refusal.ts'
import type { Tx } from '#postgres/database.ts'
import { applyContent } from './content.ts'
import { findByName, insertTemplate, lockName } from './store.ts'
import type { Content, Template } from './template.ts'
import { type CompiledHtml, saveContent } from './versions.ts'

const nothing = { subject: '', html: null, text: null, mjml: null }

export const firstContent = (asked: TemplateCreate): Content => applyContent(nothing, asked)

/** For checked content. */
export async function createTemplate(
  tx: Tx,
  caller: Caller,
  now: Date,
  asked: TemplateCreate,
  htmlOf: CompiledHtml,
): Promise<Template> {
  const { environmentId } = caller
  const status = asked.status ?? 'published'
  const template: Template = {
    id: newId(now),
    friendlyName: asked.friendly_name,
    description: asked.description ?? null,
    publishedVersion: status === 'published' ? 1 : null,
    createdAt: now,
    updatedAt: now,
    version: 1,
    status,
    content: firstContent(asked),
  }
  await claimName(tx, environmentId, template)
  await insertTemplate(tx, environmentId, template)
  await saveContent(tx, environmentId, template, htmlOf)
  return template
}

/** Reserves the name for this template until the transaction ends, or refuses a name that another one has. */
export async function claimName(
  tx: Tx,
  environmentId: string,
  { id, friendlyName }: Pick<Template, 'id' | 'friendlyName'>,
): Promise<void> {
  await lockName(tx, environmentId, friendlyName)
  const holder = await findByName(tx, environmentId, friendlyName)
  if (holder === undefined || holder === id) return
  throw invalid({ path: 'friendly_name', message: 'must be another name: another template has this one' })
}
