import type { Caller } from '#caller.ts'
import type { Db } from '#postgres/database.ts'
import { readOrganization } from '#resources/organizations/plan.ts'
import { isPaid, plans } from '#resources/organizations/plans.ts'
import { findUsed } from './store.ts'

export type RateLimit = {
  isPaid: boolean
  dailyLimit: number
  currentDailyUsage: number
  /** Requests that this key may still make in this hour. */
  tokenBalance: number
  /** When the daily usage starts again from 0. */
  resetAt: Date
}

export async function readRateLimit(db: Db, caller: Caller, now: Date): Promise<RateLimit> {
  const { plan } = await readOrganization(db, caller.organizationId)
  const used = await findUsed(db, caller.keyId)
  return {
    isPaid: isPaid(plan),
    dailyLimit: plans[plan].sendsPerDay,
    // Nothing can be sent yet, so nothing has been.
    currentDailyUsage: 0,
    tokenBalance: Math.max(0, caller.requestsPerHour - used),
    resetAt: nextDay(now),
  }
}

const nextDay = (now: Date): Date => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1))
