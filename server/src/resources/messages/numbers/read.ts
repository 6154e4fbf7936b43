import type { Db } from '#postgres/database.ts'
import type { OwnNumber } from './number.ts'
import { findNumbers, findOwner, findOwners, type Owner } from './store.ts'

export type { Owner }

/** Sorted by organization and number; of one organization, or of all for the operator. */
export const listNumbers = (db: Db, organizationId?: string): Promise<OwnNumber[]> => findNumbers(db, organizationId)

/** The owner of messages to this number: incoming messages are never simulated, so they belong to the live environment. */
export const ownerOf = (db: Db, number: string): Promise<Owner | undefined> => findOwner(db, number)

/** The organizations that own these numbers, short codes and names, if any. The query is sent at once. */
export async function ownersAmong(db: Db, numbers: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (numbers.length === 0) return new Map()
  return new Map((await findOwners(db, [...new Set(numbers)])).map(one => [one.number, one.organizationId]))
}

type Sender = { organizationId: string; number: string }

/** Tells for each sender whether its number belongs to another organization. The query is sent at once. */
export async function foreignAmong(db: Db, senders: readonly Sender[]): Promise<(sender: Sender) => boolean> {
  const owners = await ownersAmong(
    db,
    senders.map(({ number }) => number),
  )
  return ({ organizationId, number }) => (owners.get(number) ?? organizationId) !== organizationId
}
