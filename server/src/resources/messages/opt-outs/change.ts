/** A number is on the list from its STOP to its START, whether or not a contact has it. Only a START takes it off. */
import type { Tx } from '#postgres/database.ts'
import { readAddressHasher } from '#postgres/instance.ts'
import { deleteErased, insertErased } from './erased-store.ts'
import type { PersonalNumber } from './number-key.ts'
import { deleteOptOut, insertOptOut, lockList } from './store.ts'

/** Returns false when the number had opted out before. */
export const optOut = (tx: Tx, asked: PersonalNumber & { at: Date }): Promise<boolean> => insertOptOut(tx, asked)

/** Returns false when the number was not on the list, neither itself nor as the hash of an erased person. */
export async function optIn(tx: Tx, asked: PersonalNumber): Promise<boolean> {
  const wasListed = await deleteOptOut(tx, asked)
  const wasErased = await deleteErased(tx, await hashed(tx, asked))
  return wasListed || wasErased
}

/**
 * Removes the number from the list and keeps its hash. `isUnsubscribed`: its contact, which is deleted, took no SMS. A second run
 * changes nothing.
 */
export async function eraseOptOut(
  tx: Tx,
  { isUnsubscribed, at, ...asked }: PersonalNumber & { isUnsubscribed: boolean; at: Date },
): Promise<void> {
  const wasListed = await deleteOptOut(tx, asked)
  if (wasListed || isUnsubscribed) await insertErased(tx, { ...(await hashed(tx, asked)), at })
}

/**
 * Waits until no transaction that read the list before this change is still creating a contact. Later ones read the list after
 * this transaction.
 */
export const waitForNewContacts = (tx: Tx, environmentId: string): Promise<void> => lockList(tx, environmentId)

async function hashed(tx: Tx, { environmentId, number }: PersonalNumber) {
  const hash = (await readAddressHasher(tx))({ environmentId, address: number })
  return { environmentId, hash }
}
