import type { Fault } from '@posthorn/contract/errors'
import type { Caller } from '#core/caller.ts'
import { isId } from '#core/id.ts'
import { Refusal } from '#core/refusal.ts'
import type { Db, Tx } from '#postgres/database.ts'
import { sourcesOf } from './content.ts'
import { scopeOf } from './scope.ts'
import { findContents, findWanted, holdTemplates, type VersionKey, versionName } from './store.ts'
import { prepareTexts, type TemplateText } from './template-text.ts'

export type Mentioned = {
  path: string
  template: { id: string } | { friendlyName: string }
  /** The values to fill it in with, and where the author adds more of them. */
  variables: { path: string; values: Record<string, unknown> }
}
type Scope = Pick<Caller, 'organizationId' | 'environmentId'>
type Usable = { key: VersionKey; mentioned: Mentioned }

/** Does not reveal the id of a template that was named otherwise: a sending key may not read templates. */
export const unpublished = 'must be a template that is published: PUT /v1/templates/{id} with status published first'

/** They cannot be deleted until the transaction ends. */
export async function lockTemplates(
  tx: Tx,
  { environmentId }: Scope,
  named: readonly Pick<Mentioned, 'template'>[],
): Promise<void> {
  if (named.length === 0) return
  await holdTemplates(tx, environmentId, {
    ids: named.flatMap(({ template }) => ('id' in template && isId(template.id) ? [template.id] : [])),
    names: named.flatMap(({ template }) => ('friendlyName' in template ? [template.friendlyName] : [])),
  })
}

/** Why the named templates cannot be sent: they do not exist, are not published, or lack a value. */
export async function faultsOfTemplates(
  db: Db,
  text: TemplateText,
  caller: Scope,
  mentioned: readonly Mentioned[],
): Promise<Fault[]> {
  if (mentioned.length === 0) return []
  const { environmentId } = caller
  const wanted = mentioned.map(({ template }) => ({
    environmentId,
    id: 'id' in template && isId(template.id) ? template.id : null,
    friendlyName: 'friendlyName' in template ? template.friendlyName : null,
  }))
  const usable: Usable[] = []
  const faults: Fault[] = []
  for (const [index, template] of (await findWanted(db, wanted)).entries()) {
    const one = mentioned[index]
    if (!one) continue
    const { path } = one
    if (!template)
      faults.push({ path, message: 'must be a template of this environment; GET /v1/templates lists them' })
    else if (template.publishedVersion === null) faults.push({ path, message: unpublished })
    else
      usable.push({
        key: { environmentId, templateId: template.id, version: template.publishedVersion },
        mentioned: one,
      })
  }
  return [...faults, ...(await faultsOfVariables(db, text, caller, usable))]
}

/** Each may take 50 ms to fill in, and the caller's transaction stays open. */
const maxTried = 40

/** Fills them in, because only that shows whether a variable is required: it may have a default, or be in a branch that is not taken. */
async function faultsOfVariables(
  db: Db,
  text: TemplateText,
  { organizationId }: Scope,
  usable: readonly Usable[],
): Promise<Fault[]> {
  const tried = usable.slice(0, maxTried)
  if (tried.length === 0) return []
  const keys = new Map(tried.map(({ key }) => [versionName(key), key]))
  const contents = new Map(
    (await findContents(db, [...keys.values()])).map(({ key, content }) => [
      versionName(key),
      prepareTexts(sourcesOf(content)),
    ]),
  )
  const filling = tried.flatMap(({ key, mentioned: { variables } }) => {
    const texts = contents.get(versionName(key))
    return texts ? [{ variables, wanted: { texts, variables: scopeOf(variables.values, undefined) } }] : []
  })
  const filled = await text.fill(
    organizationId,
    filling.map(({ wanted }) => wanted),
  )
  return filling.flatMap(({ variables: { path } }, index) => missingIn(filled[index]).map(fault => within(path, fault)))
}

/** `as`: the details of a missing variable are the paths of all that are missing. */
const missingIn = (filled: unknown): Fault[] =>
  filled instanceof Refusal && filled.code === 'missing_variable' ? (filled.details as Fault[]) : []

const within = (path: string, fault: Fault): Fault => ({ ...fault, path: fault.path.replace(/^variables/, path) })
