import { randomBytes } from 'node:crypto'
import { notFound } from '#core/refusal.ts'
import type { Tx } from '#postgres/database.ts'
import { forgetTries } from './sign-in-tries.ts'
import { endSignInsOf, findPersonByEmail, replacePassword } from './store.ts'

/** 108 random bits, with their hash for sign-in. better-auth is imported here because it is slow to load. */
export async function newPassword(): Promise<{ password: string; passwordHash: string }> {
  const { hashPassword } = await import('better-auth/crypto')
  const password = randomBytes(14).toString('base64url').slice(0, 18)
  return { password, passwordHash: await hashPassword(password) }
}

/** For a person who can no longer sign in: ends all sessions, removes the second step and clears the counted attempts. */
export async function resetPerson(tx: Tx, now: Date, asked: { email: string; passwordHash: string }) {
  const person = await findPersonByEmail(tx, asked.email.trim().toLowerCase())
  if (!person) throw notFound('person')
  await replacePassword(tx, person.id, asked.passwordHash, now)
  await endSignInsOf(tx, person.id)
  await forgetTries(tx, person.email)
  return person
}
