import { newId } from '#core/id.ts'
import type { Tx } from '#postgres/database.ts'
import { readOrganization } from '#resources/account/organizations/plan.ts'
import type { DomainWithKeys } from './domain.ts'
import type { KeySafe } from './key-safe.ts'
import { newSelector, type PrivateKeys, publicKeysOf } from './keys.ts'
import { parseDomainName } from './name.ts'
import { type DomainRequest, readDomain } from './read.ts'
import { insertDomain } from './store.ts'

/** Adding a domain again keeps its keys, so that DNS records that are already set stay valid. */
export async function addDomain(
  tx: Tx,
  safe: KeySafe,
  now: Date,
  asked: DomainRequest,
  keys: PrivateKeys,
): Promise<DomainWithKeys> {
  const name = parseDomainName(asked.name)
  const { id: organizationId } = await readOrganization(tx, asked.organizationId)
  const owner = { organizationId, id: newId(now) }
  await insertDomain(tx, {
    ...owner,
    ...safe.seal(owner, keys),
    publicKeys: publicKeysOf(keys),
    name,
    selector: newSelector(),
    createdAt: now,
  })
  return readDomain(tx, { organizationId, name })
}

/** For the audit log, which has no entry when a domain is added again. */
export const addedAt =
  (now: Date) =>
  ({ createdAt }: Pick<DomainWithKeys, 'createdAt'>) =>
    createdAt < now ? undefined : {}
