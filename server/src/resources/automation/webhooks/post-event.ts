/** Posts one event to one webhook, signed with the current time. Every failure is returned as an answer, never thrown. */
import { type RecordedEvent, toEventText } from '#events/body.ts'
import type { WebhookAnswer, WebhookPoster } from '#transports/webhook.ts'
import type { HeldWebhook } from './due-store.ts'
import type { Secrets } from './secrets.ts'
import { signatureHeaders } from './sign.ts'

/** Happens after a change of the encryption key, or with a copied row. Rotating the secret fixes it. */
const noSecret = 'the secret of this webhook cannot be decrypted; rotate it'

export async function postEvent(
  { poster, secrets }: { poster: WebhookPoster; secrets: Secrets },
  webhook: HeldWebhook,
  event: RecordedEvent,
  at: Date,
): Promise<WebhookAnswer> {
  const signing = secrets.of(webhook, at)
  if (signing.length === 0) return { kind: 'unanswered', durationMs: 0, error: noSecret }
  const body = toEventText(event)
  const headers = signatureHeaders({ id: event.id, secrets: signing, timestamp: at, body })
  return poster.post({ url: webhook.url, headers, body })
}
