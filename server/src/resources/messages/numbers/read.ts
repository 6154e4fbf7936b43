import type { Db } from '#postgres/database.ts'
import type { OwnNumber } from './number.ts'
import { findForeign, findNumbers, findOwner, type Owner, type Sender } from './store.ts'

export type { Owner }

/** By organization and number; of one organization, or for the operator of all. */
export const listNumbers = (db: Db, organizationId?: string): Promise<OwnNumber[]> => findNumbers(db, organizationId)

/** Whom a message to this number is for: what comes in is never simulated, so it belongs to the live environment. */
export const ownerOf = (db: Db, number: string): Promise<Owner | undefined> => findOwner(db, number)

/** Tells of each of these whether its number is another organization's. The question leaves at once. */
export async function foreignAmong(db: Db, senders: readonly Sender[]): Promise<(sender: Sender) => boolean> {
  if (senders.length === 0) return () => false
  const found = new Set((await findForeign(db, senders)).map(nameOf))
  return sender => found.has(nameOf(sender))
}

const nameOf = ({ organizationId, number }: Sender): string => `${organizationId} ${number}`
