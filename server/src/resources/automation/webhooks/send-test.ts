/** Sends one webhook.test while the caller waits. It counts toward the limit before it is sent. */
import type { Caller } from '#core/caller.ts'
import type { Clock } from '#core/clock.ts'
import { newId } from '#core/id.ts'
import { notFound, Refusal } from '#core/refusal.ts'
import type { Database, Tx } from '#postgres/database.ts'
import type { WebhookPoster } from '#transports/webhook.ts'
import { toAttempt } from './deliver/after-answer.ts'
import type { HeldWebhook, WebhookKey } from './due-store.ts'
import { postEvent } from './post-event.ts'
import { keyOf } from './read.ts'
import type { Secrets } from './secrets.ts'
import { findTarget } from './store.ts'
import { findNthTest, insertTest, lockTests, settleTest } from './test-store.ts'

export type TestParts = { database: Database; clock: Clock; secrets: Secrets; poster: WebhookPoster }

/** Per organization. A higher limit would allow probing other networks. */
const testsPerWindow = 10
const windowMs = 60_000

/** True when the receiver answered with 2xx. */
export async function sendTest(parts: TestParts, caller: Caller, id: string): Promise<boolean> {
  const { database, clock } = parts
  const key = keyOf(caller, id)
  const { target, eventId, position, at } = await database.transaction(tx => beginTest(tx, caller, key, clock()))
  const data = { webhook_id: key.webhookId }
  const event = { id: eventId, type: 'webhook.test', createdAt: at, sequence: 1, data }
  const attempt = toAttempt(await postEvent(parts, target, event, at), at)
  await database.transaction(tx => settleTest(tx, key, position, attempt))
  return attempt.success
}

type Begun = { target: HeldWebhook; eventId: string; position: string; at: Date }

async function beginTest(tx: Tx, { organizationId }: Caller, key: WebhookKey, at: Date): Promise<Begun> {
  const target = await findTarget(tx, key)
  if (!target) throw notFound('webhook')
  await lockTests(tx, organizationId)
  const since = new Date(at.getTime() - windowMs)
  const last = await findNthTest(tx, organizationId, { nth: testsPerWindow, since })
  if (last)
    throw new Refusal('rate_limit_exceeded', {
      message: 'At most ten tests a minute for an organization. Try again after the time in Retry-After.',
      retryAfterSeconds: (last.getTime() + windowMs - at.getTime()) / 1000,
    })
  const eventId = newId(at)
  return { target, eventId, position: await insertTest(tx, key, { eventId, at }), at }
}
