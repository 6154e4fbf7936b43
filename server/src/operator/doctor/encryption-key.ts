/** Whether the key of the settings decrypts the secrets in the database. */
import { openSealer } from '#core/seal.ts'
import type { Db } from '#postgres/database.ts'
import { readInstanceSecret } from '#postgres/instance.ts'
import { countLockedWebhooks } from '#resources/automation/webhooks/locked.ts'
import { webhookSecrets } from '#resources/automation/webhooks/secrets.ts'
import { keySafe } from '#resources/messages/domains/key-safe.ts'
import { lockedDomains } from '#resources/messages/domains/locked.ts'
import { type Config, settings } from '#setup/settings.ts'
import { type Check, error, ok } from './check.ts'

const name = 'encryption_key'

export async function checkEncryptionKey({ encryptionKey }: Config, db: Db): Promise<Check> {
  const sealer = openSealer(encryptionKey, await readInstanceSecret(db))
  const domains = await lockedDomains(db, keySafe(sealer))
  const webhooks = await countLockedWebhooks(db, webhookSecrets(sealer))
  if (domains.length === 0 && webhooks === 0) return ok(name, 'It decrypts the DKIM keys and the secrets of webhooks.')
  const other = `encrypted with another ${settings.encryptionKey.name}`
  const some = `${domains.slice(0, 3).join(', ')}${domains.length > 3 ? `, and ${domains.length - 3} more` : ''}`
  const sentences = [
    domains.length > 0 && `The DKIM keys of ${some} were ${other}, so their email waits.`,
    webhooks > 0 &&
      `The secrets of ${webhooks === 1 ? '1 webhook' : `${webhooks} webhooks`} were ${other}, so their events are not delivered.`,
  ]
  return error(
    name,
    sentences.filter(Boolean).join(' '),
    'Set that key again for every process. If it is lost, create new DKIM keys with `domain rotate`, which need new DNS records, and rotate the secrets of webhooks as well.',
  )
}
