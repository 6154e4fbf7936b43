/** Whether the key of the settings decrypts the secrets in the database. */
import { openSealer } from '#core/seal.ts'
import type { Db } from '#postgres/database.ts'
import { readInstanceSecret } from '#postgres/instance.ts'
import { keySafe } from '#resources/messages/domains/key-safe.ts'
import { lockedDomains } from '#resources/messages/domains/locked.ts'
import { type Config, settings } from '#setup/settings.ts'
import { type Check, error, ok } from './check.ts'

const name = 'encryption_key'

export async function checkEncryptionKey({ encryptionKey }: Config, db: Db): Promise<Check> {
  const locked = await lockedDomains(db, keySafe(openSealer(encryptionKey, await readInstanceSecret(db))))
  if (locked.length === 0) return ok(name, 'It decrypts the DKIM keys.')
  const some = `${locked.slice(0, 3).join(', ')}${locked.length > 3 ? `, and ${locked.length - 3} more` : ''}`
  return error(
    name,
    `The DKIM keys of ${some} were encrypted with another ${settings.encryptionKey.name}, so their email waits.`,
    'Set that key again for every process. If it is lost, create new DKIM keys with `domain rotate`, which need new DNS records, and rotate the secrets of webhooks as well.',
  )
}
