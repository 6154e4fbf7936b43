/** Whether the key of the settings opens what was sealed in the database. */
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
  if (locked.length === 0) return ok(name, 'It opens the keys that email is signed with.')
  const some = `${locked.slice(0, 3).join(', ')}${locked.length > 3 ? `, and ${locked.length - 3} more` : ''}`
  return error(
    name,
    `The keys of ${some} were sealed with another ${settings.encryptionKey.name}: email from there waits.`,
    'Set that key again, for every process. If it is lost, `domain rotate` makes new keys, with new records in DNS; the secrets of webhooks must be rotated, too.',
  )
}
