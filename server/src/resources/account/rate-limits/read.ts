import type { Caller } from '#core/caller.ts'
import type { Db } from '#postgres/database.ts'
import { readCredits } from '#resources/account/credits/read.ts'
import { findUsed } from './store.ts'

export type RateLimit = {
  isPaid: boolean
  dailyLimit: number
  currentDailyUsage: number
  /** Requests left for this key in this hour. */
  tokenBalance: number
  /** When the daily usage is reset to 0. */
  resetAt: Date
}

export async function readRateLimit(db: Db, caller: Caller, now: Date): Promise<RateLimit> {
  const { isPaid, quotas } = await readCredits(db, caller, now)
  const used = await findUsed(db, caller.keyId)
  return {
    isPaid,
    dailyLimit: quotas.day.limit,
    currentDailyUsage: quotas.day.used,
    tokenBalance: Math.max(0, caller.requestsPerHour - used),
    resetAt: quotas.day.resetAt,
  }
}
