import type { Clock } from '#core/clock.ts'
import type { Handlers } from '#http/handler.ts'
import type { Db } from '#postgres/database.ts'
import { readRateLimit } from './read.ts'

export const rateLimitRoutes = ({ db, clock }: { db: Db; clock: Clock }) =>
  ({
    async getRateLimit(caller) {
      const status = await readRateLimit(db, caller, clock())
      return {
        is_paid: status.isPaid,
        daily_limit: status.dailyLimit,
        current_daily_usage: status.currentDailyUsage,
        remaining_today: Math.max(0, status.dailyLimit - status.currentDailyUsage),
        token_balance: status.tokenBalance,
        reset_at: status.resetAt.toISOString(),
      }
    },
  }) satisfies Partial<Handlers>
