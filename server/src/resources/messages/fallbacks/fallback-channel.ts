/**
 * Decides due fallbacks: the text message is accepted in the transaction that records the decision, by the verb of POST /v1/sms.
 * A worker that ends before the commit has done nothing, and one with an old token finds nothing to do.
 */
import type { Clock } from '#core/clock.ts'
import { Refusal } from '#core/refusal.ts'
import type { Channel } from '#engine/channel.ts'
import type { Database, Tx } from '#postgres/database.ts'
import { addStatsByKey } from '#resources/account/analytics/add.ts'
import type { RateCard } from '#resources/account/rates/rate-card.ts'
import { acceptSms } from '#resources/messages/sms/accept.ts'
import { type Decided, decide } from './fallback.ts'
import {
  type Due,
  type End,
  endFallbacks,
  fallbackColumns,
  fallbackTable,
  lockHeld,
  type TakenFallback,
} from './store.ts'

type Parts = { database: Database; clock: Clock; card: RateCard }

/** The shortest wait is a minute, and fallbacks that are due at once wake the worker. */
const pollEveryMs = 1_000

export const fallbackChannel = ({ database, clock, card }: Parts): Channel<TakenFallback> => ({
  table: fallbackTable,
  columns: fallbackColumns,
  pollEveryMs,
  maxHeld: 500,
  maxBatch: 100,
  async work(rows, holder) {
    await database.transaction(tx => decideAll(tx, card, rows, clock()))
    holder.drop(rows)
  },
})

/** Locks fallbacks before accounts, like the code that gives credits back for an email that has failed. */
async function decideAll(tx: Tx, card: RateCard, rows: readonly TakenFallback[], now: Date): Promise<void> {
  const due = await lockHeld(tx, rows)
  const decided = due.map(one => ({ due: one, decided: decide(one, emailOf(one)) }))
  const wanted = decided.filter(({ decided: { state } }) => state === 'sent').map(one => one.due)
  const verdicts = wanted.length > 0 ? await acceptSms(tx, card, wanted.map(toRequest(now))) : []
  const verdictOf = new Map(wanted.map((one, nth) => [one, verdicts[nth]]))
  const ends = decided.map(one => toEnd(one.due, one.decided, verdictOf.get(one.due)))
  if (ends.length > 0) await endFallbacks(tx, ends)
  await addStatsByKey(tx, ends.map(toCounts))
}

const emailOf = ({ status, seenByPerson }: Due) => (status === null ? undefined : { status, seenByPerson })

const toRequest =
  (now: Date) =>
  ({ environmentId, organizationId, mode, emailId, sms }: Due) => ({
    ...{ caller: { environmentId, organizationId, mode }, draft: sms, now, fallbackOf: emailId },
  })

function toEnd(
  { environmentId, emailId }: Due,
  { state, reason }: Decided,
  verdict: { id: string } | Refusal | undefined,
): End {
  if (verdict instanceof Refusal) {
    const why = `${reason} The text message was refused: ${verdict.message}`
    return { environmentId, emailId, state: 'failed', reason: why, smsId: null }
  }
  return { environmentId, emailId, state, reason, smsId: verdict?.id ?? null }
}

const toCounts = ({ environmentId, emailId, state }: End) => ({
  ...{ environmentId, emailId },
  counts: {
    ...(state === 'sent' && { fallbacks_sent: 1 }),
    ...(state === 'not_needed' && { fallbacks_not_needed: 1 }),
  },
})
