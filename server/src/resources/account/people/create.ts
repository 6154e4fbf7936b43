import { newId } from '#core/id.ts'
import { invalid, Refusal } from '#core/refusal.ts'
import type { Tx } from '#postgres/database.ts'
import { insertPerson, setVerified } from './store.ts'

/** `isProven`: they have received mail at this address. */
export type NewPerson = { name: string; email: string; passwordHash: string; isProven?: boolean }

/** The addresses that better-auth accepts at sign-in; an account with any other could never be used. */
const signInAddress = /^(?!\.)(?!.*\.\.)[a-z0-9_'+.-]*[a-z0-9_+-]@([a-z0-9][a-z0-9-]*\.)+[a-z]{2,}$/

export async function createPerson(
  tx: Tx,
  now: Date,
  { name, email, passwordHash, isProven = false }: NewPerson,
): Promise<string> {
  const id = newId(now)
  const address = parseAddress(email)
  if (!(await insertPerson(tx, { id, name: name.trim(), email: address, passwordHash, isProven, at: now })))
    throw new Refusal('invalid_state', { message: 'There is already an account with this address.' })
  return id
}

export function parseAddress(email: string): string {
  const address = email.toLowerCase()
  if (!signInAddress.test(address)) throw invalid({ path: 'email', message: 'cannot be used for signing in' })
  return address
}

/** Marks the address of an existing account as proven, after mail to it was opened. */
export const proveAddress = (tx: Tx, personId: string): Promise<void> => setVerified(tx, personId)
