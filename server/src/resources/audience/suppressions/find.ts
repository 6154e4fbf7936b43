/** Finds suppressions by address, including those of erased people, which are stored by hash. */
import { addressHasher } from '#core/addresses/erased-address.ts'
import type { Db } from '#postgres/database.ts'
import { type ErasedSuppression, findErased, hasErased } from './erased-store.ts'
import { type FoundSuppression, findByAddress } from './store.ts'
import { type SuppressedAddress, suppressionKey } from './suppression.ts'

/** Computes and queries hashes only where an environment has any. */
export async function findSuppressions(db: Db, wanted: readonly SuppressedAddress[]): Promise<FoundSuppression[]> {
  const { found, secret } = await findByAddress(db, wanted)
  return secret === null ? found : [...found, ...(await findHashed(db, secret, wanted))]
}

/** The entries whose addresses are not stored as a hash. */
export async function withoutErased<Entry extends SuppressedAddress>(
  db: Db,
  entries: readonly Entry[],
): Promise<readonly Entry[]> {
  const secret = await hasErased(db, [...new Set(entries.map(one => one.environmentId))])
  if (!secret) return entries
  const known = new Set((await findHashed(db, secret, entries)).map(({ key }) => key))
  return entries.filter(({ environmentId, email }) => !known.has(suppressionKey(environmentId, email)))
}

async function findHashed(db: Db, secret: Buffer, wanted: readonly SuppressedAddress[]): Promise<FoundSuppression[]> {
  const hashOf = addressHasher(secret)
  const asked = wanted.map(({ environmentId, email }) => ({
    ...{ environmentId, hash: hashOf({ environmentId, address: email }) },
    key: suppressionKey(environmentId, email),
  }))
  const known = new Map((await findErased(db, asked)).map(one => [nameOf(one), one]))
  return asked.flatMap(one => {
    const suppression = known.get(nameOf(one))
    if (!suppression) return []
    const { hash, ...entry } = suppression
    return [{ key: one.key, suppression: entry }]
  })
}

const nameOf = ({ environmentId, hash }: Pick<ErasedSuppression, 'environmentId' | 'hash'>): string =>
  `${environmentId} ${hash}`
