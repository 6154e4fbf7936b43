/** Who gets no text messages: numbers that have opted out, contacts who are not subscribed, and in test mode a magic number. */
import type { Mode } from '#core/caller.ts'
import { simulatedSmsWord } from '#core/simulation.ts'
import type { Db } from '#postgres/database.ts'
import { explainRefusals, type Refused } from '#resources/audience/consent/explain-refusals.ts'
import { smsUnsubscribedAmong } from '#resources/audience/contacts/subscription/sms-subscription.ts'
import { numberKey } from '#resources/messages/opt-outs/number-key.ts'
import { optedOutAmong } from '#resources/messages/opt-outs/read.ts'

export type Recipient = { environmentId: string; mode: Mode; number: string }

/**
 * Looks up all recipients at once; the returned function gives the reason for each that has opted out, with its entry in the
 * consent ledger.
 */
export async function optedOutOf(
  db: Db,
  recipients: readonly Recipient[],
): Promise<(recipient: Recipient) => string | undefined> {
  const [stopped, unsubscribed] = await Promise.all([
    optedOutAmong(db, recipients),
    smsUnsubscribedAmong(db, recipients),
  ])
  const isOut = (key: string) => stopped.has(key) || unsubscribed.has(key)
  const refused = recipients.filter(recipient => isOut(numberKey(recipient)))
  const cited = await explainRefusals(db, refused.map(toRefused))
  const sentences = new Map(refused.map((recipient, index) => [numberKey(recipient), cited[index]]))
  return recipient => {
    if (recipient.mode === 'test' && simulatedSmsWord(recipient.number) === 'opted_out') return hasOptedOut
    const key = numberKey(recipient)
    if (!isOut(key)) return undefined
    const sentence = sentences.get(key)
    return sentence ? `${hasOptedOut} ${sentence}` : hasOptedOut
  }
}

const hasOptedOut = 'The recipient has opted out.'

const toRefused = ({ environmentId, number }: Recipient): Refused => ({
  ...{ environmentId, address: number, topicId: null, because: 'subscription' },
})
