/** Who gets no text messages: numbers that have said STOP, contacts who are not subscribed, and in test mode a magic number. */
import type { Mode } from '#core/caller.ts'
import { simulatedSmsWord } from '#core/simulation.ts'
import type { Db } from '#postgres/database.ts'
import { smsUnsubscribedAmong } from '#resources/audience/contacts/sms-subscription.ts'
import { numberKey } from '#resources/messages/opt-outs/number-key.ts'
import { optedOutAmong } from '#resources/messages/opt-outs/read.ts'

export type Recipient = { environmentId: string; mode: Mode; number: string }

/** Asks about all of them at once; then tells of each. */
export async function optedOutOf(db: Db, recipients: readonly Recipient[]): Promise<(recipient: Recipient) => boolean> {
  const [stopped, unsubscribed] = await Promise.all([
    optedOutAmong(db, recipients),
    smsUnsubscribedAmong(db, recipients),
  ])
  return recipient => {
    if (recipient.mode === 'test' && simulatedSmsWord(recipient.number) === 'opted_out') return true
    const key = numberKey(recipient)
    return stopped.has(key) || unsubscribed.has(key)
  }
}
