import type { Db } from '#postgres/database.ts'
import { findUnsubscribed, type Reader } from './store.ts'

export type { Reader }

/** Names one reader of an environment; addresses are the same whatever their case. */
export const readerKey = ({ environmentId, email }: Pick<Reader, 'environmentId' | 'email'>): string =>
  `${environmentId} ${email.toLowerCase()}`

/** Which of these do not want broadcasts, or not those of the topic. Whoever is no contact has not said no. */
export async function unsubscribedOf(db: Db, readers: readonly Reader[]): Promise<ReadonlySet<string>> {
  if (readers.length === 0) return new Set()
  return new Set((await findUnsubscribed(db, readers)).map(readerKey))
}
