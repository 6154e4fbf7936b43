import type { Fault } from '@posthorn/contract/errors'
import type { Caller } from '#core/caller.ts'
import { isId } from '#core/id.ts'
import type { Db } from '#postgres/database.ts'
import { findWanted } from './store.ts'

export type Mentioned = { path: string; template: { id: string } | { friendlyName: string } }

/** Nobody learns the id of a template that they named otherwise: a sending key may not read templates. */
export const unpublished = 'must be a template that is published: PUT /v1/templates/{id} with status published first'

/** What keeps templates that somebody speaks of from being sent: they are not there, or not published. */
export async function faultsOfTemplates(
  db: Db,
  { environmentId }: Pick<Caller, 'environmentId'>,
  mentioned: readonly Mentioned[],
): Promise<Fault[]> {
  if (mentioned.length === 0) return []
  const wanted = mentioned.map(({ template }) => ({
    environmentId,
    id: 'id' in template && isId(template.id) ? template.id : null,
    friendlyName: 'friendlyName' in template ? template.friendlyName : null,
  }))
  const found = await findWanted(db, wanted)
  return mentioned.flatMap(({ path }, index) => {
    const template = found[index]
    if (!template) return [{ path, message: 'must be a template of this environment; GET /v1/templates lists them' }]
    if (template.publishedVersion !== null) return []
    return [{ path, message: unpublished }]
  })
}
