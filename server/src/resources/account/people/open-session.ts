/** Opens a session without a password, after another proof of identity. It asks for no code: a second factor is the provider's task. */
import { Refusal } from '#core/refusal.ts'
import type { Visitor } from '#core/visitor.ts'
import type { Db } from '#postgres/database.ts'
import type { Auth } from './auth.ts'
import type { Opening } from './session-plugin.ts'
import { answerTo, headersOf } from './sign-in.ts'
import { deleteExpired } from './store.ts'

export async function openSession(db: Db, auth: Auth, visitor: Visitor, opening: Opening): Promise<void> {
  const asked = { body: opening, headers: headersOf(visitor), returnHeaders: true } as const
  const opened = await answerTo(visitor, auth.api.openSession(asked))
  if (!opened) throw new Refusal('unauthorized', { message: 'This account has been deleted.' })
  visitor.signedIn?.(opened.personId)
  await deleteExpired(db)
}
