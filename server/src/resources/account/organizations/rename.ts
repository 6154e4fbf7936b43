import { isId } from '#core/id.ts'
import { notFound } from '#core/refusal.ts'
import type { Tx } from '#postgres/database.ts'
import { updateName } from './store.ts'

export async function renameOrganization(tx: Tx, id: string, name: string): Promise<void> {
  if (!isId(id) || !(await updateName(tx, id, name.trim()))) throw notFound('organization')
}
