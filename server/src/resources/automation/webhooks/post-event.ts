/** One event to one webhook, signed for this moment. Whatever is wrong with it is an answer, never an error. */
import { type RecordedEvent, toEventText } from '#events/body.ts'
import type { WebhookAnswer, WebhookPoster } from '#transports/webhook.ts'
import type { HeldWebhook } from './due-store.ts'
import type { Secrets } from './secrets.ts'
import { signatureHeaders } from './sign.ts'

/** After another encryption key, or a row that was copied. A new secret mends it. */
const noSecret = 'the secret of this webhook does not open; rotate it'

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
