import type { Db } from '#postgres/database.ts'
import { findUnsubscribed, type Reader } from '../store.ts'

export type { Reader }

/** Names one reader of one topic, or of broadcasts at large; addresses are the same whatever their case. */
export const readerKey = ({ environmentId, email, topicId }: Reader): string =>
  `${environmentId} ${topicId} ${email.toLowerCase()}`

/** Which of these do not want broadcasts, or not those of the topic. Whoever is no contact has not said no. */
export async function unsubscribedOf(db: Db, readers: readonly Reader[]): Promise<ReadonlySet<string>> {
  if (readers.length === 0) return new Set()
  return new Set((await findUnsubscribed(db, readers)).map(readerKey))
}
