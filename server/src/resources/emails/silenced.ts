/** Who of the recipients is not written to: the suppression list, unsubscribed readers of broadcasts, and magic addresses. */
import type { Caller } from '#caller.ts'
import type { Db } from '#postgres/database.ts'
import { readerKey, unsubscribedOf } from '#resources/contacts/unsubscribed.ts'
import { findSuppressed } from '#resources/suppressions/read.ts'
import { suppressionKey } from '#resources/suppressions/suppression.ts'
import { simulatedWord } from '#simulation.ts'
import type { Draft } from './draft.ts'

export type Addressed = { caller: Pick<Caller, 'environmentId' | 'mode'>; draft: Draft }

/** Answers for each email whether an address of it is silenced. */
export async function silencedOf(
  db: Db,
  emails: readonly Addressed[],
): Promise<(email: Addressed, address: string) => boolean> {
  const suppressed = await findSuppressed(
    db,
    emails.flatMap(({ caller: { environmentId }, draft }) => draft.recipients.map(email => ({ environmentId, email }))),
  )
  const broadcasts = emails.filter(({ draft }) => draft.messageStream === 'broadcast')
  const unsubscribed = await Promise.all(broadcasts.map(unsubscribedReaders(db)))
  const unsubscribedFrom = new Map(broadcasts.map((email, index) => [email, unsubscribed[index]]))
  return (email, address) => {
    const { environmentId, mode } = email.caller
    return (
      suppressed.has(suppressionKey(environmentId, address)) ||
      unsubscribedFrom.get(email)?.has(readerKey({ environmentId, email: address })) === true ||
      (mode === 'test' && simulatedWord(address) === 'suppressed')
    )
  }
}

const unsubscribedReaders =
  (db: Db) =>
  ({ caller: { environmentId }, draft: { recipients, topicId } }: Addressed): Promise<ReadonlySet<string>> =>
    unsubscribedOf(
      db,
      recipients.map(email => ({ environmentId, email, topicId })),
    )
