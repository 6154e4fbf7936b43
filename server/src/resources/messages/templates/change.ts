import type { TemplateUpdate } from '@posthorn/contract/messages/templates'
import type { Caller } from '#core/caller.ts'
import { isId } from '#core/id.ts'
import { inUse, notFound, Refusal } from '#core/refusal.ts'
import type { Tx } from '#postgres/database.ts'
import { applyContent } from './content.ts'
import { claimName } from './create.ts'
import { deleteTemplate, findByName, findWorkflowsThatSend, lockTemplate, updateTemplate } from './store.ts'
import type { Template } from './template.ts'
import { type CompiledHtml, saveContent, withContent } from './versions.ts'

/** For checked content. An update that changes nothing makes no version and leaves updated_at unchanged. */
export async function changeTemplate(
  tx: Tx,
  { environmentId }: Caller,
  now: Date,
  id: string,
  asked: TemplateUpdate,
  htmlOf: CompiledHtml,
): Promise<Template> {
  const before = isId(id) ? await lockTemplate(tx, environmentId, id) : undefined
  if (!before) throw notFound('template')
  const named = {
    ...before,
    friendlyName: asked.friendly_name ?? before.friendlyName,
    description: asked.description ?? before.description,
  }
  // Without a new status a template keeps its own.
  const after = withContent(named, applyContent(named.content, asked), asked.status ?? named.status)
  const isRenamed = named.friendlyName !== before.friendlyName
  const isRewritten = after !== named
  if (!isRenamed && !isRewritten && named.description === before.description) return before

  const template = { ...after, updatedAt: now }
  if (isRenamed) {
    await claimName(tx, environmentId, template)
    await refuseNameInUse(tx, environmentId, before, template)
  }
  await updateTemplate(tx, environmentId, template)
  if (isRewritten) await saveContent(tx, environmentId, template, htmlOf)
  return template
}

/** The runs of a workflow that sends it by its name would fail. In another case the name stays the same. */
async function refuseNameInUse(tx: Tx, environmentId: string, before: Template, after: Template): Promise<void> {
  const { id, friendlyName } = before
  if ((await findByName(tx, environmentId, after.friendlyName)) === id) return
  const uses = await findWorkflowsThatSend(tx, environmentId, { friendlyName })
  if (uses.length === 0) return
  throw new Refusal('invalid_state', {
    message: `${friendlyName} is sent by this name by ${uses.join(', ')}. First use its template_id there.`,
    details: { used_by: uses },
  })
}

/** Deletes its versions, too; emails keep the content that was made from them. The runs of a workflow that sends it would fail. */
export async function removeTemplate(tx: Tx, { environmentId }: Caller, id: string): Promise<void> {
  const template = isId(id) ? await lockTemplate(tx, environmentId, id) : undefined
  if (!template) throw notFound('template')
  const uses = await findWorkflowsThatSend(tx, environmentId, template)
  if (uses.length > 0) throw inUse(template.friendlyName, uses)
  await deleteTemplate(tx, environmentId, id)
}
