import type { Db } from '#postgres/database.ts'
import { readAddressHasher } from '#postgres/instance.ts'
import { findStanding } from './store.ts'

type Asked = { environmentId: string; address: string; topicId: string }

/** In the same order: true where the ledger's last entry for the topic is a withdrawal. */
export async function areWithdrawn(db: Db, asked: readonly Asked[]): Promise<boolean[]> {
  if (asked.length === 0) return []
  const hashAddress = await readAddressHasher(db)
  const standing = await findStanding(
    db,
    asked.map(one => ({ ...one, subject: hashAddress(one) })),
  )
  const withdrawn = standing.filter(({ scope, action }) => scope === 'topic' && action === 'withdrawn')
  const places = new Set(withdrawn.map(({ place }) => Number(place)))
  return asked.map((_, index) => places.has(index + 1))
}
