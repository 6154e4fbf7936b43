/**
 * Rotates the keys of a domain without a minute in which its mail cannot be verified: new keys wait under a selector of their own
 * until DNS shows them and sign from then on, and the old records stay while mail signed with the old keys may be under way.
 */
import { Refusal } from '#core/refusal.ts'
import type { Tx } from '#postgres/database.ts'
import { keyNames } from './dns/records.ts'
import type { Domain, DomainWithKeys } from './domain.ts'
import type { KeySafe } from './key-safe.ts'
import { newSelector, type PrivateKeys, publicKeysOf } from './keys.ts'
import { type DomainRequest, readDomain } from './read.ts'
import { insertNextKeys } from './store.ts'

/** Asking again returns the keys that are already waiting. */
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
      message: `${domain.name} has never been verified, so nothing is signed with its keys yet: set their records first.`,
    })
  const next = { selector: newSelector(), publicKeys: publicKeysOf(keys) }
  await insertNextKeys(tx, organizationId, id, { ...next, ...safe.seal(domain, keys) })
  return readDomain(tx, asked)
}

/** Mail is retried for five days, and some receivers verify it again when it is fetched. */
const keptMs = 7 * 86_400_000

export type OldKeys = { names: readonly string[]; replacedAt: Date; removableAt: Date }

/** The records of the previous keys, and when they can be removed. */
export function oldKeysOf({ name, oldSelector, replacedAt }: Domain): OldKeys | null {
  if (oldSelector === null || replacedAt === null) return null
  return { names: keyNames(name, oldSelector), replacedAt, removableAt: new Date(replacedAt.getTime() + keptMs) }
}
