import { newId } from '#id.ts'
import type { Tx } from '#postgres/database.ts'
import { readOrganization } from '#resources/organizations/plan.ts'
import { newSelector, type PrivateKeys } from './keys.ts'
import { parseDomainName } from './name.ts'
import { type DomainRequest, readDomain } from './read.ts'
import { type DomainWithKeys, insertDomain } from './store.ts'

/** Adding it again leaves it its keys, so that records that are set already stay right. */
export async function addDomain(tx: Tx, now: Date, asked: DomainRequest, keys: PrivateKeys): Promise<DomainWithKeys> {
  const name = parseDomainName(asked.name)
  const { id: organizationId } = await readOrganization(tx, asked.organizationId)
  await insertDomain(tx, { id: newId(now), organizationId, name, selector: newSelector(), createdAt: now, ...keys })
  return readDomain(tx, { organizationId, name })
}
