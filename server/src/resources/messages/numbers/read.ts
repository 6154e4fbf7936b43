import type { Db } from '#postgres/database.ts'
import type { OwnNumber } from './number.ts'
import { findNumbers, findOwner, findOwners, type Owner } from './store.ts'

export type { Owner }

/** By organization and number; of one organization, or for the operator of all. */
export const listNumbers = (db: Db, organizationId?: string): Promise<OwnNumber[]> => findNumbers(db, organizationId)

/** Whom a message to this number is for: what comes in is never simulated, so it belongs to the live environment. */
export const ownerOf = (db: Db, number: string): Promise<Owner | undefined> => findOwner(db, number)

/** Which organization each of these numbers, short codes and names was given to, if any. The question leaves at once. */
export async function ownersAmong(db: Db, numbers: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (numbers.length === 0) return new Map()
  return new Map((await findOwners(db, [...new Set(numbers)])).map(one => [one.number, one.organizationId]))
}

type Sender = { organizationId: string; number: string }

/** Tells of each of these whether its number is another organization's. The question leaves at once. */
export async function foreignAmong(db: Db, senders: readonly Sender[]): Promise<(sender: Sender) => boolean> {
  const owners = await ownersAmong(
    db,
    senders.map(({ number }) => number),
  )
  return ({ organizationId, number }) => (owners.get(number) ?? organizationId) !== organizationId
}
