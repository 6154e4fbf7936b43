/** Webhook secrets: `whsec_` and base64 for their owners, sealed in the database, raw bytes for signing. */
import { randomBytes } from 'node:crypto'
import type { Sealer } from '#core/seal.ts'
import type { HeldWebhook, WebhookKey } from './due-store.ts'

const secretLength = 32
/** More than the number of webhooks served at the same time. */
const maxOpened = 10_000
const prefix = 'whsec_'

export type Secrets = {
  /** A new secret, sealed. */
  draw(key: WebhookKey): Buffer
  /** The form shown to the owner. */
  show(key: WebhookKey, sealed: Buffer): string
  /** The secrets to sign with at this time: after a rotation, also the previous one. Empty when the newest cannot be decrypted. */
  of(webhook: Omit<HeldWebhook, 'url'>, at: Date): Buffer[]
}

export function webhookSecrets({ seal, unseal }: Sealer): Secrets {
  const placeOf = ({ environmentId, webhookId }: WebhookKey) => ['webhook secret', environmentId, webhookId]
  const opened = new Map<string, Buffer>()
  /** Decrypts once for many deliveries. */
  const open = (key: WebhookKey, sealed: Buffer): Buffer[] => {
    const name = `${key.webhookId}${sealed.toString('latin1')}`
    const known = opened.get(name)
    if (known) return [known]
    try {
      const secret = unseal(placeOf(key), sealed)
      if (opened.size >= maxOpened) opened.clear()
      opened.set(name, secret)
      return [secret]
    } catch {
      return []
    }
  }
  return {
    draw: key => seal(placeOf(key), randomBytes(secretLength)),
    show: (key, sealed) => `${prefix}${unseal(placeOf(key), sealed).toString('base64')}`,
    of(webhook, at) {
      const { secret, oldSecret, oldSecretUntil } = webhook
      const isOldValid = oldSecret !== null && oldSecretUntil !== null && oldSecretUntil > at
      const newest = open(webhook, secret)
      const older = isOldValid ? open(webhook, oldSecret) : []
      return newest.length > 0 ? [...newest, ...older] : []
    },
  }
}
