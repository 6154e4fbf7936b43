import { addressHasher } from '#core/addresses/erased-address.ts'
import type { Db, Tx } from '#postgres/database.ts'
import { findErased, type HashedNumber } from './erased-store.ts'
import { numberKey, type PersonalNumber } from './number-key.ts'
import { findOptedOut, shareLists } from './store.ts'

/** Which of these have opted out, as `numberKey` names them. The query is sent at once. */
export async function optedOutAmong(db: Db, wanted: readonly PersonalNumber[]): Promise<ReadonlySet<string>> {
  if (wanted.length === 0) return new Set()
  const { found, secret } = await findOptedOut(db, wanted)
  const erased = secret === null ? [] : await erasedAmong(db, secret, wanted)
  return new Set([...found, ...erased].map(numberKey))
}

/** The same for numbers of contacts that are about to be created: a concurrent STOP or START waits for them (`waitForNewContacts`). */
export async function optedOutAmongNew(tx: Tx, wanted: readonly PersonalNumber[]): Promise<ReadonlySet<string>> {
  if (wanted.length === 0) return new Set()
  // Sent before the query, which then reads a list that nobody is changing.
  const shared = shareLists(
    tx,
    wanted.map(({ environmentId }) => environmentId),
  )
  const [optedOut] = await Promise.all([optedOutAmong(tx, wanted), shared])
  return optedOut
}

async function erasedAmong(db: Db, secret: Buffer, wanted: readonly PersonalNumber[]): Promise<PersonalNumber[]> {
  const hashOf = addressHasher(secret)
  const asked = wanted.map(one => ({ ...one, hash: hashOf({ environmentId: one.environmentId, address: one.number }) }))
  const known = new Set((await findErased(db, asked)).map(nameOf))
  return asked.filter(one => known.has(nameOf(one)))
}

const nameOf = ({ environmentId, hash }: HashedNumber): string => `${environmentId} ${hash}`
