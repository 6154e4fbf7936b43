/** A session for somebody who has proved who they are without a password. No code is asked for: that is left to who vouches for them. */
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
  if (!opened) throw new Refusal('unauthorized', { message: 'This account was deleted meanwhile.' })
  visitor.signedIn?.(opened.personId)
  await deleteExpired(db)
}
