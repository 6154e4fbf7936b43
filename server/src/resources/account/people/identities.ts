/** The identities of people at the sign-in provider, in addition to a password they may have here. */
import { newId } from '#core/id.ts'
import { Refusal } from '#core/refusal.ts'
import type { Db, Tx } from '#postgres/database.ts'
import { parseAddress } from './create.ts'
import {
  type AtProvider,
  findByIdentity,
  insertIdentity,
  insertPersonWithoutPassword,
  listProviders,
  lockByEmail,
  passwordProvider,
} from './identity-store.ts'
import { setVerified } from './store.ts'

export const personByIdentity = (db: Db, identity: AtProvider) => findByIdentity(db, identity)

export const findConnectable = (tx: Tx, email: string, issuer: string) => lockByEmail(tx, email, issuer)

/** Connecting also marks the address as proven, because the provider has verified it. */
export async function connectIdentity(tx: Tx, now: Date, personId: string, identity: AtProvider): Promise<void> {
  await insertIdentity(tx, { id: newId(now), personId, issuer: identity.issuer, subject: identity.subject, at: now })
  await setVerified(tx, personId)
}

export async function createConnectedPerson(
  tx: Tx,
  now: Date,
  { name, email, issuer, subject }: AtProvider & { name: string; email: string },
): Promise<string> {
  const id = newId(now)
  const isNew = await insertPersonWithoutPassword(tx, { id, name, email: parseAddress(email), at: now })
  // With two tabs at once, the other one was first.
  if (!isNew) throw new Refusal('unauthorized', { message: 'Your account was just created. Sign in again.' })
  await insertIdentity(tx, { id: newId(now), personId: id, issuer, subject, at: now })
  return id
}

export async function readWaysIn(db: Db, personId: string): Promise<{ hasPassword: boolean; isConnected: boolean }> {
  const providers = await listProviders(db, personId)
  return {
    hasPassword: providers.includes(passwordProvider),
    isConnected: providers.some(one => one !== passwordProvider),
  }
}
