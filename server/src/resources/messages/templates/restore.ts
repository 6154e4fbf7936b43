import type { Caller } from '#core/caller.ts'
import { isId } from '#core/id.ts'
import { notFound } from '#core/refusal.ts'
import type { Tx } from '#postgres/database.ts'
import { isSameContent } from './content.ts'
import { readVersion } from './read.ts'
import { lockTemplate, updateTemplate } from './store.ts'
import type { Template } from './template.ts'
import { saveContent, withContent } from './versions.ts'

/** Makes a version the draft again, with all of its parts. Does nothing when the newest version has the same content. */
export async function restoreVersion(
  tx: Tx,
  caller: Caller,
  now: Date,
  id: string,
  version: string,
): Promise<Template> {
  const before = isId(id) ? await lockTemplate(tx, caller.environmentId, id) : undefined
  if (!before) throw notFound('template')
  const { content } = await readVersion(tx, caller, id, version)
  if (isSameContent(content, before.content)) return before
  const template = { ...withContent(before, content, 'draft'), updatedAt: now }
  await updateTemplate(tx, caller.environmentId, template)
  await saveContent(tx, caller.environmentId, template, asDraft)
  return template
}

const asDraft = (): never => {
  throw new Error('a draft is not compiled')
}
