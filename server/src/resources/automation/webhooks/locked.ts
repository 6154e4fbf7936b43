import type { Db } from '#postgres/database.ts'
import type { Secrets } from './secrets.ts'
import { findSealedSecrets } from './store.ts'

/** One encryption key seals all of them, so a sample is enough. */
const maxTried = 1_000

/** The time decides only about earlier secrets, which are left out. */
const anyTime = new Date(0)
const newestOnly = { oldSecret: null, oldSecretUntil: null }

/** How many active webhooks have a secret that was sealed with another encryption key: nothing can be signed for them. */
export async function countLockedWebhooks(db: Db, secrets: Secrets): Promise<number> {
  const found = await findSealedSecrets(db, maxTried)
  return found.filter(webhook => secrets.of({ ...webhook, ...newestOnly }, anyTime).length === 0).length
}
