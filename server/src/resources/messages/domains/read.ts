import { isId } from '#core/id.ts'
import { notFound } from '#core/refusal.ts'
import type { Db } from '#postgres/database.ts'
import { readOrganization } from '#resources/account/organizations/plan.ts'
import type { Domain, DomainWithKeys } from './domain.ts'
import { type FailingPart, failingParts } from './health.ts'
import { parseDomainName } from './name.ts'
import { findDomain, findDomainById, listDomains, listDomainsWithKeys } from './store.ts'

export type DomainRequest = { organizationId: string; name: string }

export async function readDomain(db: Db, asked: DomainRequest): Promise<DomainWithKeys> {
  const name = parseDomainName(asked.name)
  const { id } = await readOrganization(db, asked.organizationId)
  const domain = await findDomain(db, id, name)
  if (!domain) throw notFound('domain')
  return domain
}

/** Sorted by organization and name; without keys. */
export const readDomains = (db: Db, organizationId?: string): Promise<Domain[]> => listDomains(db, organizationId)

export async function readDomainById(db: Db, organizationId: string, id: string): Promise<DomainWithKeys> {
  const domain = isId(id) ? await findDomainById(db, organizationId, id) : undefined
  if (!domain) throw notFound('domain')
  return domain
}

/** Sorted by name; with the public keys that DNS must show. */
export const readOwnDomains = (db: Db, organizationId: string): Promise<DomainWithKeys[]> =>
  listDomainsWithKeys(db, organizationId)

/** What has failed on the domain that signs for this sender; undefined when nothing has. */
export async function readFailure(
  db: Db,
  organizationId: string,
  sender: string,
): Promise<{ domain: string; missing: FailingPart[] } | undefined> {
  const [nearest] = (await listDomains(db, organizationId))
    .filter(({ name }) => `.${sender}`.endsWith(`.${name}`))
    .toSorted((a, b) => b.name.length - a.name.length)
  const missing = nearest ? failingParts(nearest) : []
  return nearest && missing.length > 0 ? { domain: nearest.name, missing } : undefined
}
