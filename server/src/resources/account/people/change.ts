import { invalid, Refusal } from '#core/refusal.ts'
import type { Person, Visitor } from '#core/visitor.ts'
import type { Db, Tx } from '#postgres/database.ts'
import type { Auth } from './auth.ts'
import { faultOfPassword } from './password-rule.ts'
import { answerTo, headersOf, sessionOf } from './sign-in.ts'
import { deleteHalfSignIns, endSessionAt, updateName } from './store.ts'

export const changeName = (tx: Tx, person: Person, now: Date, name: string): Promise<void> =>
  updateName(tx, person.id, name.trim(), now)

/** Ends every other session. This one keeps its final end. */
export async function changePassword(
  db: Db,
  auth: Auth,
  person: Person,
  visitor: Visitor,
  asked: { currentPassword: string; newPassword: string },
): Promise<void> {
  const fault =
    asked.newPassword === asked.currentPassword
      ? { message: 'must differ from the current password' }
      : faultOfPassword(asked.newPassword, person)
  if (fault) throw invalid({ ...fault, path: 'new_password' })
  const before = await sessionOf(auth, visitor)
  const body = { ...asked, revokeOtherSessions: true }
  const { token } = await answerTo(
    visitor,
    auth.api.changePassword({ body, headers: headersOf(visitor), returnHeaders: true }),
  ).catch(atItsField)
  // better-auth replaces the session by one without our final end.
  if (token && before?.endsAt) await endSessionAt(db, person.id, token, before.endsAt)
  await deleteHalfSignIns(db, person.id)
}

/** Elsewhere the field with the password is named `password`. */
function atItsField(error: unknown): never {
  if (error instanceof Refusal && error.code === 'validation_error')
    throw invalid({ path: 'current_password', message: 'is not your password' })
  throw error
}

/** For a new person. */
export async function hashNewPassword(auth: Auth, password: string, owner: { email: string }): Promise<string> {
  const fault = faultOfPassword(password, owner)
  if (fault) throw invalid(fault)
  return (await auth.$context).password.hash(password)
}
