import { isId } from '#core/id.ts'
import { notFound } from '#core/refusal.ts'
import type { Tx } from '#postgres/database.ts'
import { deleteDomain } from './store.ts'

/** Deletes its keys, too: when the domain is added again, DNS must show new ones. */
export async function removeDomain(tx: Tx, organizationId: string, id: string): Promise<void> {
  if (!isId(id) || !(await deleteDomain(tx, organizationId, id))) throw notFound('domain')
}
