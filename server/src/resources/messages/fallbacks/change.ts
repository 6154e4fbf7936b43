/**
 * Changes to a fallback when its email changes, or when its recipient is erased. A fallback that has not been decided sends
 * nothing.
 */

import { wake } from '#engine/wake.ts'
import type { Database, Tx } from '#postgres/database.ts'
import type { EmailKey } from '#postgres/partitions/email-keys.ts'
import { canceledReason } from './fallback.ts'
import {
  advanceFallbacks,
  deleteFallback,
  endFallbacks,
  fallbackTable,
  insertFallbacks,
  lockWaiting,
  lockWaitingFor,
  makeFallbacksDue,
  type NewFallback,
  startFallbacks,
} from './store.ts'

export type { NewFallback }

/** The fallback of a suppressed email has nothing to wait for, so workers are woken. */
export async function addFallbacks(tx: Tx, fallbacks: readonly NewFallback[]): Promise<void> {
  await insertFallbacks(tx, fallbacks)
  if (fallbacks.some(({ status }) => status === 'suppressed')) await wake(tx, fallbackTable.name)
}

/** The emails were released. */
export const startFallbackTimers = (tx: Tx, emails: readonly EmailKey[]): Promise<void> => startFallbacks(tx, emails)

/** The emails have ended without arriving. Call this before an account is locked: decisions lock fallbacks before accounts. */
export const sendFallbacksNow = (tx: Tx, emails: readonly EmailKey[]): Promise<void> => makeFallbacksDue(tx, emails)

export const cancelWith = (tx: Tx, emails: readonly EmailKey[]): Promise<void> => cancel(tx, emails, canceledReason)

export const deleteWith = (tx: Tx, email: EmailKey): Promise<void> => deleteFallback(tx, email)

const erasedReason = 'The recipient was erased.'

export const eraseWith = (tx: Tx, emails: readonly EmailKey[]): Promise<void> => cancel(tx, emails, erasedReason)

const perPage = 200

/** The fallbacks that would be sent to this number, whichever email they belong to. */
export async function eraseFallbacksTo(
  database: Database,
  { environmentId, number, signal }: { environmentId: string; number: string; signal: AbortSignal },
): Promise<void> {
  for (let found = perPage; found === perPage; ) {
    signal.throwIfAborted()
    found = await database.transaction(async tx => {
      const emails = await lockWaitingFor(tx, { environmentId, number }, perPage)
      await end(tx, emails, erasedReason)
      return emails.length
    })
  }
}

async function cancel(tx: Tx, emails: readonly EmailKey[], reason: string): Promise<void> {
  if (emails.length > 0) await end(tx, await lockWaiting(tx, emails), reason)
}

async function end(tx: Tx, emails: readonly EmailKey[], reason: string): Promise<void> {
  if (emails.length === 0) return
  await endFallbacks(
    tx,
    emails.map(({ environmentId, emailId }) => ({ environmentId, emailId, state: 'cancelled', reason, smsId: null })),
  )
}

export const advanceFallbackClock = (tx: Tx, environmentId: string, byMs: number): Promise<void> =>
  advanceFallbacks(tx, environmentId, byMs)
