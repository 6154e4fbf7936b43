import type { Db } from '#postgres/database.ts'
import { findUnsubscribed, type Reader } from '../store.ts'

export type { Reader }

/** Identifies one reader of one topic, or of all broadcasts; ignores the case of addresses. */
export const readerKey = ({ environmentId, email, topicId }: Reader): string =>
  `${environmentId} ${topicId} ${email.toLowerCase()}`

/** The readers that do not want broadcasts, or not those of the topic. Addresses without a contact have not opted out. */
export async function unsubscribedOf(db: Db, readers: readonly Reader[]): Promise<ReadonlySet<string>> {
  if (readers.length === 0) return new Set()
  return new Set((await findUnsubscribed(db, readers)).map(readerKey))
}
