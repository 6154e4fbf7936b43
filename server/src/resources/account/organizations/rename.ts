import { notFound } from '#core/refusal.ts'
import type { Tx } from '#postgres/database.ts'
import { updateName } from './store.ts'

export async function renameOrganization(tx: Tx, id: string, name: string): Promise<void> {
  if (!(await updateName(tx, id, name.trim()))) throw notFound('organization')
}
