/** A sign-in link from the operator, for when the provider is unavailable or a person has no password. */
import { hash, randomBytes } from 'node:crypto'
import { newId } from '#core/id.ts'
import { notFound, Refusal } from '#core/refusal.ts'
import type { Visitor } from '#core/visitor.ts'
import type { Db, Tx } from '#postgres/database.ts'
import type { Auth } from './auth.ts'
import { openSession } from './open-session.ts'
import { countVisit } from './sign-in-tries.ts'
import { findPersonByEmail, insertSignInLink, takeSignInLink } from './store.ts'

export const linkMinutes = 15
const sessionHours = 12

export async function issueSignInLink(tx: Tx, now: Date, asked: { email: string; publicUrl: string }) {
  const person = await findPersonByEmail(tx, asked.email.trim().toLowerCase())
  if (!person) throw notFound('person')
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(now.getTime() + linkMinutes * 60_000)
  await insertSignInLink(tx, {
    id: newId(now),
    identifier: identifierOf(token),
    personId: person.id,
    expiresAt,
    at: now,
  })
  return { ...person, link: `${asked.publicUrl}/sign-in/link?token=${token}` }
}

export async function openSignInLink(db: Db, auth: Auth, visitor: Visitor, now: Date, token: string): Promise<void> {
  await countVisit(db, visitor.address)
  const taken = await takeSignInLink(db, identifierOf(token), now)
  if (!taken)
    throw new Refusal('unauthorized', {
      message: `This link was used before, or is older than ${linkMinutes} minutes. Ask for a new one.`,
    })
  const endsAt = new Date(now.getTime() + sessionHours * 3_600_000)
  await openSession(db, auth, visitor, { personId: taken.personId, endsAt })
}

/** Only the hash is stored. */
const identifierOf = (token: string): string => `sign-in link ${hash('sha256', token, 'hex')}`
