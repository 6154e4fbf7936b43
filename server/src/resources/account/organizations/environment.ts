import type { Mode } from '#core/caller.ts'
import { isId } from '#core/id.ts'
import { notFound } from '#core/refusal.ts'
import type { Db } from '#postgres/database.ts'
import { findEnvironment } from './store.ts'

/** The id of an organization's live or test environment. */
export async function readEnvironment(db: Db, organizationId: string, mode: Mode): Promise<string> {
  const environment = isId(organizationId) && (await findEnvironment(db, organizationId, mode))
  if (!environment) throw notFound('organization')
  return environment.id
}
