/** Signing in and out. Every sign-in creates a new session with a new token, which prevents session fixation. */

import { Refusal } from '#core/refusal.ts'
import type { Person, Visitor } from '#core/visitor.ts'
import type { Db, Tx } from '#postgres/database.ts'
import { addressHeader } from './address-header.ts'
import type { Auth } from './auth.ts'
import { knownBrowser, markBrowser } from './known-browser.ts'
import { asRefusal } from './refusals.ts'
import { clearTry, countTry, type Trying } from './sign-in-tries.ts'
import {
  deleteExpired,
  deleteHalfSignIns,
  deleteSession,
  endSignInsOf,
  findCommittedPassword,
  findHalfSignIn,
  findPassword,
  type Password,
} from './store.ts'
import { oneCodeAtATime, takeCode } from './used-codes.ts'

export const headersOf = ({ cookie, address, userAgent }: Visitor): Headers =>
  new Headers({ cookie, [addressHeader]: address, 'user-agent': userAgent })

type Answered<T> = { headers: Headers; response: T }

/** Sets the cookies of an answer in the visitor's browser. */
export async function answerTo<T>(visitor: Visitor, answer: Promise<Answered<T>>): Promise<T> {
  const { headers, response } = await inOurWords(answer)
  visitor.setCookies(headers.getSetCookie())
  return response
}

async function inOurWords<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    throw asRefusal(error) ?? error
  }
}

/** The part of the installation's data that says whether passwords are accepted. */
export type PasswordRule = { takes_passwords: boolean; provider: { name: string } | null }

export function refusePassword({ takes_passwords: isTaken, provider }: PasswordRule): void {
  if (!isTaken)
    throw new Refusal('forbidden', {
      message: `Passwords are switched off here. Sign in with ${provider?.name ?? 'a link'}.`,
    })
}

type Credentials = { email: string; password: string }

export async function signIn(
  db: Db,
  auth: Auth,
  visitor: Visitor,
  asked: Credentials,
): Promise<{ needsCode: boolean }> {
  const trying = await tryingOf(auth, visitor, asked.email)
  await countTry(db, trying)
  const body = { email: asked.email, password: asked.password }
  const before = await findPassword(db, asked.email)
  const { headers, response: answer } = await inOurWords(
    auth.api.signInEmail({ body, headers: headersOf(visitor), returnHeaders: true }),
  )
  const needsCode = 'twoFactorRedirect' in answer
  if (before) await refuseIfChanged(db, asked.email, before, needsCode ? null : answer.token)
  visitor.setCookies(headers.getSetCookie())
  // Knowing the password must not allow unlimited guesses at the code.
  if (!needsCode) {
    await clearTry(db, trying)
    visitor.setCookies([await markBrowser(auth, asked.email)])
    visitor.signedIn?.(answer.user.id)
  }
  await deleteExpired(db)
  return { needsCode }
}

/** Comparing a password takes a while. A change of it in the meantime has ended the older sessions, but not the one of this sign-in. */
async function refuseIfChanged(db: Db, email: string, before: Password, token: string | null): Promise<void> {
  const after = await findCommittedPassword(db, email)
  if (after?.hash === before.hash) return
  if (token === null) await deleteHalfSignIns(db, before.personId)
  else await deleteSession(db, before.personId, token)
  throw new Refusal('unauthorized', { message: 'The password was changed just now. Sign in again.' })
}

async function tryingOf(auth: Auth, { cookie, address }: Visitor, account: string): Promise<Trying> {
  const known = await knownBrowser(auth, cookiesOf(cookie), account)
  return known === undefined ? { address, account } : { known: `${known} of ${account.toLowerCase()}` }
}

export type SecondStep = { kind: 'totp' | 'backup_code'; code: string }

/** The person whose sign-in in this browser waits for a code. */
export async function halfSignedIn(db: Db, auth: Auth, { cookie }: Visitor): Promise<string | undefined> {
  return (await findHalfSignIn(db, await signInUnderWay(auth, cookie)))?.personId
}

/** better-auth counts codes: five per pending sign-in, ten wrong ones in a row per person. */
export async function confirmSignIn(db: Db, auth: Auth, visitor: Visitor, { kind, code }: SecondStep): Promise<void> {
  const personId = await halfSignedIn(db, auth, visitor)
  if (personId === undefined) throw new Refusal('unauthorized', { message: 'Enter your email and password again.' })
  await oneCodeAtATime(db, personId, async () => {
    const headers = headersOf({ ...visitor, cookie: await withoutSession(auth, visitor.cookie) })
    const asked = { body: { code }, headers, returnHeaders: true } as const
    const verified = await inOurWords<Answered<Confirmed>>(
      kind === 'totp' ? auth.api.verifyTOTP(asked) : auth.api.verifyBackupCode(asked),
    )
    const { token = '', user } = verified.response
    if (kind === 'totp' && !(await takeCode(db, user.id, code))) {
      await deleteSession(db, user.id, token)
      throw new Refusal('unauthorized', { message: 'This code was used before. Sign in again with the next one.' })
    }
    visitor.setCookies(verified.headers.getSetCookie())
    await clearTry(db, await tryingOf(auth, visitor, user.email))
    visitor.setCookies([await markBrowser(auth, user.email)])
    visitor.signedIn?.(user.id)
  })
}

type Confirmed = { token?: string | undefined; user: { id: string; email: string } }

/** The sign-in named by the cookie of the first step. better-auth checks the signature. */
async function signInUnderWay(auth: Auth, cookie: string): Promise<string> {
  const { name } = (await auth.$context).createAuthCookie('two_factor')
  return /^[^.%]*/.exec(cookiesOf(cookie).get(name) ?? '')?.[0] ?? ''
}

/** Otherwise a code would be checked for the signed-in person, and not counted. */
async function withoutSession(auth: Auth, cookie: string): Promise<string> {
  const { name } = (await auth.$context).authCookies.sessionToken
  const others = [...cookiesOf(cookie)].filter(([other]) => other !== name)
  return others.map(([other, value]) => `${other}=${value}`).join('; ')
}

export const cookiesOf = (header: string): ReadonlyMap<string, string> =>
  new Map(
    header.split(';').map(one => {
      const [name = '', ...value] = one.trim().split('=')
      return [name, value.join('=')]
    }),
  )

/** Reads the session first: better-auth would report it as ended even when the database is unavailable. */
export async function signOut(db: Db, auth: Auth, visitor: Visitor): Promise<void> {
  const session = await sessionOf(auth, visitor)
  if (session) await deleteSession(db, session.userId, session.token)
  await answerTo(visitor, auth.api.signOut({ headers: headersOf(visitor), returnHeaders: true }))
}

/** Without renewing it. */
export async function sessionOf(auth: Auth, visitor: Visitor) {
  const asked = { headers: headersOf(visitor), query: { disableRefresh: true } } as const
  return (await inOurWords(auth.api.getSession(asked)))?.session
}

export const signOutEverywhere = (tx: Tx, person: Person): Promise<void> => endSignInsOf(tx, person.id)

/** Undefined when there is no valid session. One that is renewed without its cookie would end in the browser while it is in use. */
export async function findPerson(auth: Auth, visitor: Visitor, now: Date): Promise<Person | undefined> {
  const query = { disableRefresh: visitor.isAnswered === true }
  const found = await answerTo(
    visitor,
    auth.api.getSession({ headers: headersOf(visitor), query, returnHeaders: true }),
  )
  // better-auth renews any session in use, and does not know our final end.
  if (!found || (found.session.endsAt && found.session.endsAt <= now)) return undefined
  const { id, name, email, twoFactorEnabled } = found.user
  return { id, name, email, hasTotp: twoFactorEnabled === true }
}
