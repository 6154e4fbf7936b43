import type { Tx } from '#postgres/database.ts'
import { type DomainRequest, readDomain } from './read.ts'
import { updateRequireTls } from './store.ts'

/** Applies to email that is accepted from then on. */
export async function setRequireTls(tx: Tx, asked: DomainRequest, required: boolean): Promise<{ name: string }> {
  const { organizationId, id, name } = await readDomain(tx, asked)
  await updateRequireTls(tx, organizationId, id, required)
  return { name }
}
