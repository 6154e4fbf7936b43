/** Signing in and out. Every sign-in makes a new session with a new token, so that nobody can prepare one for others. */
import type { Db, Tx } from '#postgres/database.ts'
import type { Person, Visitor } from '#visitor.ts'
import { addressHeader } from './address-header.ts'
import type { Auth } from './auth.ts'
import { asRefusal } from './refusals.ts'
import { countTry, forgiveTry } from './sign-in-tries.ts'
import { deleteExpired, deleteSessionsOf } from './store.ts'

export const headersOf = ({ cookie, address, userAgent }: Visitor): Headers =>
  new Headers({ cookie, [addressHeader]: address, 'user-agent': userAgent })

type Answered<T> = { headers: Headers; response: T }

/** Hands the visitor the cookies that come with an answer, and says no in our words. */
export async function answerTo<T>(visitor: Visitor, answer: Promise<Answered<T>>): Promise<T> {
  try {
    const { headers, response } = await answer
    visitor.setCookies(headers.getSetCookie())
    return response
  } catch (error) {
    throw asRefusal(error) ?? error
  }
}

type Credentials = { email: string; password: string }

export async function signIn(
  db: Db,
  auth: Auth,
  visitor: Visitor,
  asked: Credentials,
): Promise<{ needsCode: boolean }> {
  const trying = { address: visitor.address, account: asked.email }
  await countTry(db, trying)
  const body = { email: asked.email, password: asked.password }
  const answer = await answerTo(
    visitor,
    auth.api.signInEmail({ body, headers: headersOf(visitor), returnHeaders: true }),
  )
  await forgiveTry(db, trying)
  await deleteExpired(db)
  return { needsCode: 'twoFactorRedirect' in answer }
}

export type SecondStep = { kind: 'totp' | 'backup_code'; code: string }

export async function confirmSignIn(db: Db, auth: Auth, visitor: Visitor, { kind, code }: SecondStep): Promise<void> {
  // Whose code it is is in the cookie; what is left to count are the tries of one network.
  await countTry(db, { address: visitor.address, account: `code from ${visitor.address}` })
  const asked = { body: { code }, headers: headersOf(visitor), returnHeaders: true } as const
  await answerTo<unknown>(visitor, kind === 'totp' ? auth.api.verifyTOTP(asked) : auth.api.verifyBackupCode(asked))
  await forgiveTry(db, { address: visitor.address, account: `code from ${visitor.address}` })
}

export async function signOut(auth: Auth, visitor: Visitor): Promise<void> {
  await answerTo(visitor, auth.api.signOut({ headers: headersOf(visitor), returnHeaders: true }))
}

export const signOutEverywhere = (tx: Tx, person: Person): Promise<void> => deleteSessionsOf(tx, person.id)

/** Undefined when there is no session, or none any more. */
export async function findPerson(auth: Auth, visitor: Visitor): Promise<Person | undefined> {
  const found = await answerTo(visitor, auth.api.getSession({ headers: headersOf(visitor), returnHeaders: true }))
  if (!found) return undefined
  const { id, name, email, twoFactorEnabled } = found.user
  return { id, name, email, hasTotp: twoFactorEnabled === true }
}
