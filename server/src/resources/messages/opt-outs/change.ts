/** A number is on the list from its STOP to its START, whether or not a contact has it. Nobody else can take it off. */
import type { Tx } from '#postgres/database.ts'
import { readAddressHasher } from '#postgres/instance.ts'
import { deleteErased, insertErased } from './erased-store.ts'
import type { PersonalNumber } from './number-key.ts'
import { deleteOptOut, insertOptOut, lockList } from './store.ts'

/** False when the number had said it before. */
export const optOut = (tx: Tx, asked: PersonalNumber & { at: Date }): Promise<boolean> => insertOptOut(tx, asked)

/** False when the number was not on the list, neither as it is nor as the hash of somebody who was erased. */
export async function optIn(tx: Tx, asked: PersonalNumber): Promise<boolean> {
  const wasListed = await deleteOptOut(tx, asked)
  const wasErased = await deleteErased(tx, await hashed(tx, asked))
  return wasListed || wasErased
}

/** The number goes from the list and its hash stays. `isUnsubscribed`: its contact, which goes, took no SMS. Again it changes nothing. */
export async function eraseOptOut(
  tx: Tx,
  { isUnsubscribed, at, ...asked }: PersonalNumber & { isUnsubscribed: boolean; at: Date },
): Promise<void> {
  const wasListed = await deleteOptOut(tx, asked)
  if (wasListed || isUnsubscribed) await insertErased(tx, { ...(await hashed(tx, asked)), at })
}

/**
 * Until no contact is being created by somebody who has asked the list before it was changed. Whoever creates one from now on asks it after this
 * transaction.
 */
export const waitForNewContacts = (tx: Tx, environmentId: string): Promise<void> => lockList(tx, environmentId)

async function hashed(tx: Tx, { environmentId, number }: PersonalNumber) {
  const hash = (await readAddressHasher(tx))({ environmentId, address: number })
  return { environmentId, hash }
}
