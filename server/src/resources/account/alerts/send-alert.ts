/** Sends one message to one person or to Slack. It may be sent twice, when a worker ends before recording the result. */

import type { Logger } from 'pino'
import type { Clock } from '#core/clock.ts'
import type { Sealer } from '#core/seal.ts'
import type { Database } from '#postgres/database.ts'
import type { SendSystemMail } from '#resources/messages/emails/system-mail.ts'
import type { WebhookPoster } from '#transports/webhook.ts'
import { findQueued, type MessageKey, type MessageState, type QueuedMessage, settleMessage } from './message-store.ts'
import { slackPlace } from './slack-place.ts'
import { mailText, slackText } from './words.ts'

export type SendAlertParts = {
  database: Database
  clock: Clock
  publicUrl: string
  sendSystemMail: SendSystemMail
  poster: WebhookPoster
  sealer: Sealer
}

/** The result; a `queued` message will be retried. */
type Outcome = { state: MessageState; detail: string | null }

/** After this time an alert is outdated. */
const giveUpAfterMs = 6 * 3_600_000
const failed = (detail: string): Outcome => ({ state: 'failed', detail })

export async function sendAlert(parts: SendAlertParts & { log: Logger }, key: MessageKey): Promise<void> {
  const { database, clock, log } = parts
  const message = await findQueued(database.db, key)
  if (!message) return
  const outcome = message.personId === null ? await toSlack(parts, key, message) : await byMail(parts, key, message)
  const isLate = clock().getTime() - message.createdAt.getTime() > giveUpAfterMs
  const end = outcome.state === 'queued' && isLate ? { ...outcome, state: 'failed' as const } : outcome
  await database.transaction(tx => settleMessage(tx, key, end))
  if (end.state === 'failed') log.warn({ message: key.id, detail: end.detail }, 'an alert could not be sent')
  // The engine retries jobs that throw.
  if (end.state === 'queued') throw new Error(`The alert could not be sent yet: ${end.detail}`)
}

async function byMail(
  { sendSystemMail, publicUrl }: SendAlertParts,
  { environmentId, id }: MessageKey,
  { email, subject, body, createdAt }: QueuedMessage,
): Promise<Outcome> {
  if (email === null) return failed('No longer a member.')
  const text = mailText(body, publicUrl)
  const outcome = await sendSystemMail({ id, environmentId, to: email, subject, text, date: createdAt })
  if (!outcome)
    return failed('This installation sends no mail of its own: set POSTHORN_MAIL_FROM and a transport that sends.')
  const detail = outcome.attempt.reply ?? null
  if (outcome.kind === 'accepted') return { state: 'sent', detail }
  return outcome.kind === 'rejected' ? failed(detail ?? 'It was refused.') : { state: 'queued', detail }
}

async function toSlack({ poster, sealer }: SendAlertParts, key: MessageKey, message: QueuedMessage): Promise<Outcome> {
  if (message.slack === null) return failed('The Slack URL was removed.')
  const url = sealer.unseal(slackPlace(key.environmentId), message.slack).toString()
  const headers = { 'content-type': 'application/json' }
  const answer = await poster.post({ url, headers, body: JSON.stringify({ text: slackText(message) }) })
  if (answer.kind === 'unanswered') return { state: 'queued', detail: answer.error }
  const detail = `${answer.status} ${answer.response.slice(0, 200)}`.trim()
  if (answer.status >= 200 && answer.status < 300) return { state: 'sent', detail }
  return { state: answer.status === 429 || answer.status >= 500 ? 'queued' : 'failed', detail }
}
