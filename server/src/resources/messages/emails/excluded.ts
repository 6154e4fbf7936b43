/**
 * Recipients who get no email: those on the suppression list, unsubscribed readers of broadcasts, and in test mode a magic address.
 */
import type { MessageStream } from '@posthorn/contract/messages/email-requests'
import type { Mode } from '#core/caller.ts'
import { simulatedWord } from '#core/simulation.ts'
import type { Db } from '#postgres/database.ts'
import { explainRefusals, type Refused } from '#resources/audience/consent/explain-refusals.ts'
import { readerKey, unsubscribedOf } from '#resources/audience/contacts/subscription/unsubscribed.ts'
import { findSuppressed } from '#resources/audience/suppressions/read.ts'
import { suppressionKey } from '#resources/audience/suppressions/suppression.ts'

/** The properties of an email that decide which recipients get it. */
type Audience = { environmentId: string; mode: Mode; messageStream: MessageStream; topicId: string | null }

export type Recipient = { audience: Audience; address: string }

/**
 * Looks up all recipients at once. The returned function tells why a recipient gets no email, with the entry of the consent ledger,
 * or returns undefined. A caller that knew the addresses earlier passes in which of them are suppressed.
 */
export async function findExcluded(
  db: Db,
  recipients: readonly Recipient[],
  asked: Promise<ReadonlySet<string>> | ReadonlySet<string> = findSuppressed(db, recipients.map(toReader)),
): Promise<(recipient: Recipient) => string | undefined> {
  const readers = recipients.filter(({ audience }) => audience.messageStream === 'broadcast').map(toReader)
  const [suppressed, unsubscribed] = await Promise.all([asked, unsubscribedOf(db, readers)])
  const becauseOf = ({ audience, address }: Recipient): Refused['because'] | undefined => {
    if (suppressed.has(suppressionKey(audience.environmentId, address))) return 'suppression_list'
    const isReader = audience.messageStream === 'broadcast'
    return isReader && unsubscribed.has(readerKey(toReader({ audience, address }))) ? 'subscription' : undefined
  }
  const cited = await citedOf(db, recipients, becauseOf)
  return recipient => {
    const { audience, address } = recipient
    const because = becauseOf(recipient)
    if (because === 'suppression_list') return `The address is on the suppression list.${cited(recipient)}`
    if (audience.mode === 'test' && simulatedWord(address) === 'suppressed')
      return 'Simulated: the address is suppressed.'
    return because && `The contact is not subscribed.${cited(recipient)}`
  }
}

/** Usually every recipient gets the email, and then nothing is looked up. */
async function citedOf(
  db: Db,
  recipients: readonly Recipient[],
  becauseOf: (recipient: Recipient) => Refused['because'] | undefined,
): Promise<(recipient: Recipient) => string> {
  const refused = recipients.flatMap(({ audience, address }) => {
    const because = becauseOf({ audience, address })
    return because ? [{ environmentId: audience.environmentId, topicId: audience.topicId, address, because }] : []
  })
  const sentences = await explainRefusals(db, refused)
  const byReader = new Map(
    refused.map(({ address, ...one }, index) => [readerKey({ ...one, email: address }), sentences[index]]),
  )
  return recipient => {
    const sentence = byReader.get(readerKey(toReader(recipient)))
    return sentence ? ` ${sentence}` : ''
  }
}

const toReader = ({ audience: { environmentId, topicId }, address }: Recipient) => ({
  environmentId,
  email: address,
  topicId,
})
