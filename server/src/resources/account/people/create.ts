import { newId } from '#core/id.ts'
import { invalid, Refusal } from '#core/refusal.ts'
import type { Tx } from '#postgres/database.ts'
import { insertPerson, setVerified } from './store.ts'

/** `isProven`: they have got mail at this address. */
export type NewPerson = { name: string; email: string; passwordHash: string; isProven?: boolean }

/** What better-auth takes for an address when somebody signs in; any other could be made and never used. */
const signInAddress = /^(?!\.)(?!.*\.\.)[a-z0-9_'+.-]*[a-z0-9_+-]@([a-z0-9][a-z0-9-]*\.)+[a-z]{2,}$/

export async function createPerson(
  tx: Tx,
  now: Date,
  { name, email, passwordHash, isProven = false }: NewPerson,
): Promise<string> {
  const id = newId(now)
  const address = parseAddress(email)
  if (!(await insertPerson(tx, { id, name: name.trim(), email: address, passwordHash, isProven, at: now })))
    throw new Refusal('invalid_state', { message: 'Somebody has an account with this address already.' })
  return id
}

export function parseAddress(email: string): string {
  const address = email.toLowerCase()
  if (!signInAddress.test(address)) throw invalid({ path: 'email', message: 'cannot be used for signing in' })
  return address
}

/** Somebody who had an account already has got mail at its address. */
export const proveAddress = (tx: Tx, personId: string): Promise<void> => setVerified(tx, personId)
