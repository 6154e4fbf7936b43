import type { Sender } from '#core/caller.ts'
import { Refusal } from '#core/refusal.ts'
import type { Db } from '#postgres/database.ts'
import { refusalsOf } from '#resources/messages/sms/accept.ts'
import { readRequest } from '#resources/messages/sms/request.ts'

/** Checks a text message without a recipient. Undefined when this sender may send it. */
export async function checkText(db: Db, caller: Sender, from: string, body: string): Promise<Refusal | undefined> {
  try {
    const [refusal] = await refusalsOf(db, [{ caller, draft: readRequest({ from, to: '', body }) }])
    return refusal
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}
