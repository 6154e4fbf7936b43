/** Records attempts: deliveries, counters and webhook states change together, in as many statements for a thousand as for one. */
import type { WebhookAttempt } from '@posthorn/contract/webhooks'
import type { Tx } from '#postgres/database.ts'
import { withCommit } from '#postgres/transaction.ts'
import type { Next } from './deliver/after-answer.ts'
import type { WebhookKey } from './due-store.ts'
import { failPending } from './fail-pending.ts'
import { lockWebhooks, type Settlement, settle } from './settle-store.ts'

export type AttemptResult = WebhookKey & {
  position: string
  eventId: string
  /** The number of earlier attempts in the series. If it differs, another worker was faster. */
  expectedTries: number
  attempt: WebhookAttempt
  next: Next
  /** The address that answered 410 Gone. */
  gone?: string
}

export type Settled = {
  /** False when another worker has recorded this attempt: then nothing changed. */
  counted: boolean
  /** The webhook was active before. */
  becameInactive: boolean
}

/** A webhook with only failures for this long becomes inactive. */
const deactivateAfterMs = 5 * 24 * 60 * 60 * 1000

/** In the order of the results. */
export async function settleAttempts(tx: Tx, results: readonly AttemptResult[]): Promise<Settled[]> {
  if (results.length === 0) return []
  withCommit(tx, lockWebhooks(tx, results))
  const counted = new Map((await settle(tx, results.map(toSettlement), deactivateAfterMs)).map(one => [one.nth, one]))
  const settled = results.map((_, index) => counted.get(index + 1))
  const ended = results.filter((_, index) => settled[index]?.becameInactive)
  if (ended.length > 0) await failPending(tx, oneOfEach(ended), latestOf(ended))
  return settled.map(one => ({ counted: one !== undefined, becameInactive: one?.becameInactive ?? false }))
}

const oneOfEach = (keys: readonly WebhookKey[]): WebhookKey[] => [
  ...new Map(keys.map(key => [`${key.environmentId} ${key.webhookId}`, key])).values(),
]

const latestOf = (results: readonly AttemptResult[]): Date =>
  new Date(Math.max(...results.map(({ attempt }) => Date.parse(attempt.created_at))))

const statuses = { delivered: 'delivered', again: 'pending', failed: 'failed' } as const

const toSettlement = ({ next, gone, ...result }: AttemptResult): Settlement => ({
  ...result,
  status: statuses[next.kind],
  againInMs: next.kind === 'again' ? next.inMs : null,
  gone: gone ?? null,
})
