/** Codes of an authenticator app (RFC 6238) as the second step of signing in. */

import { invalid, Refusal } from '#core/refusal.ts'
import type { Person, Visitor } from '#core/visitor.ts'
import type { Db } from '#postgres/database.ts'
import type { Auth } from './auth.ts'
import { answerTo, headersOf } from './sign-in.ts'
import { clearTry, countTry } from './sign-in-tries.ts'
import { oneCodeAtATime, takeCode } from './used-codes.ts'

/**
 * Counts as a sign-in attempt, so that the password cannot be guessed at an unlocked screen. Not while a code is checked: that would
 * write the old backup codes back over new ones.
 */
export async function askingForPassword<T>(db: Db, person: Person, work: () => Promise<T>): Promise<T> {
  const trying = { known: `password of ${person.id}` }
  return oneCodeAtATime(db, person.id, async () => {
    await countTry(db, trying)
    const done = await work()
    await clearTry(db, trying)
    return done
  })
}

export async function startTotp(auth: Auth, person: Person, visitor: Visitor, password: string) {
  // A second start would replace the active secret.
  if (person.hasTotp)
    throw new Refusal('invalid_state', { message: 'An authenticator app is already set up. Stop using it first.' })
  const asked = { body: { password }, headers: headersOf(visitor), returnHeaders: true } as const
  const { totpURI, backupCodes } = await answerTo(visitor, auth.api.enableTwoFactor(asked))
  return { uri: totpURI, secret: new URL(totpURI).searchParams.get('secret') ?? '', backupCodes }
}

export async function confirmTotp(db: Db, auth: Auth, person: Person, visitor: Visitor, code: string): Promise<void> {
  const asked = { body: { code }, headers: headersOf(visitor), returnHeaders: true } as const
  try {
    await answerTo<unknown>(visitor, auth.api.verifyTOTP(asked))
  } catch (error) {
    // The session is valid; only the code is wrong.
    if (error instanceof Refusal && error.code === 'unauthorized')
      throw invalid({ path: 'code', message: 'is not the code that the app shows now' })
    throw error
  }
  await takeCode(db, person.id, code)
}

export async function stopTotp(auth: Auth, visitor: Visitor, password: string): Promise<void> {
  await answerTo(
    visitor,
    auth.api.disableTwoFactor({ body: { password }, headers: headersOf(visitor), returnHeaders: true }),
  )
}

export async function renewBackupCodes(auth: Auth, visitor: Visitor, password: string): Promise<string[]> {
  const asked = { body: { password }, headers: headersOf(visitor), returnHeaders: true } as const
  return (await answerTo(visitor, auth.api.generateBackupCodes(asked))).backupCodes
}
