/**
 * New keys for a domain without a minute in which nobody can verify its mail: they wait under a selector of their own until DNS
 * shows them, sign from then on, and the records of the old ones stay while mail that they have signed may be under way.
 */
import { Refusal } from '#core/refusal.ts'
import type { Tx } from '#postgres/database.ts'
import { keyNames } from './dns/records.ts'
import type { Domain, DomainWithKeys } from './domain.ts'
import type { KeySafe } from './key-safe.ts'
import { newSelector, type PrivateKeys, publicKeysOf } from './keys.ts'
import { type DomainRequest, readDomain } from './read.ts'
import { insertNextKeys } from './store.ts'

/** Asked again it shows the keys that wait already. */
export async function rotateKeys(
  tx: Tx,
  safe: KeySafe,
  asked: DomainRequest,
  keys: PrivateKeys,
): Promise<DomainWithKeys> {
  const domain = await readDomain(tx, asked)
  const { organizationId, id, verifiedAt, failedAt } = domain
  if (verifiedAt === null && failedAt === null)
    throw new Refusal('invalid_state', {
      message: `${domain.name} has never been verified, so that nothing is signed with its keys yet: set their records first.`,
    })
  const next = { selector: newSelector(), publicKeys: publicKeysOf(keys) }
  await insertNextKeys(tx, organizationId, id, { ...next, ...safe.seal(domain, keys) })
  return readDomain(tx, asked)
}

/** Mail is tried for five days, and some receivers verify it again when it is fetched. */
const keptMs = 7 * 86_400_000

export type OldKeys = { names: readonly string[]; replacedAt: Date; removableAt: Date }

/** The records of the keys that signed before, and from when on nobody needs them. */
export function oldKeysOf({ name, oldSelector, replacedAt }: Domain): OldKeys | null {
  if (oldSelector === null || replacedAt === null) return null
  return { names: keyNames(name, oldSelector), replacedAt, removableAt: new Date(replacedAt.getTime() + keptMs) }
}
