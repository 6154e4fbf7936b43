/** Who is not written to: the suppression list, unsubscribed readers of broadcasts, and in test mode a magic address. */
import type { MessageStream } from '@posthorn/contract/messages/email-requests'
import type { Mode } from '#core/caller.ts'
import { simulatedWord } from '#core/simulation.ts'
import type { Db } from '#postgres/database.ts'
import { readerKey, unsubscribedOf } from '#resources/audience/contacts/unsubscribed.ts'
import { findSuppressed } from '#resources/audience/suppressions/read.ts'
import { suppressionKey } from '#resources/audience/suppressions/suppression.ts'

/** What decides about the recipients of an email. */
type Audience = { environmentId: string; mode: Mode; messageStream: MessageStream; topicId: string | null }

export type Recipient = { audience: Audience; address: string }

/** Asks about all of them at once; then tells of each why it is silenced, if it is. */
export async function silencedAmong(
  db: Db,
  recipients: readonly Recipient[],
): Promise<(recipient: Recipient) => string | undefined> {
  const readers = recipients.filter(({ audience }) => audience.messageStream === 'broadcast').map(toReader)
  const [suppressed, unsubscribed] = await Promise.all([
    findSuppressed(db, recipients.map(toReader)),
    unsubscribedOf(db, readers),
  ])
  return recipient => {
    const { audience, address } = recipient
    if (suppressed.has(suppressionKey(audience.environmentId, address)))
      return 'The address is on the suppression list.'
    if (audience.mode === 'test' && simulatedWord(address) === 'suppressed')
      return 'Simulated: the address is suppressed.'
    const isReader = audience.messageStream === 'broadcast'
    return isReader && unsubscribed.has(readerKey(toReader(recipient))) ? 'The contact has unsubscribed.' : undefined
  }
}

const toReader = ({ audience: { environmentId, topicId }, address }: Recipient) => ({
  environmentId,
  email: address,
  topicId,
})
