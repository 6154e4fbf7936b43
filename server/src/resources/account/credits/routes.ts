import type { Clock } from '#core/clock.ts'
import type { Handlers } from '#http/handler.ts'
import type { Db } from '#postgres/database.ts'
import { readCredits } from './read.ts'

export const creditRoutes = ({ db, clock }: { db: Db; clock: Clock }) =>
  ({
    async getCredits(caller) {
      const { quotas, ...credits } = await readCredits(db, caller, clock())
      return {
        balance: credits.balance,
        monthly_usage: credits.monthlyUsage,
        total_consumed: credits.totalConsumed,
        email_consumed: credits.emailConsumed,
        sms_consumed: credits.smsConsumed,
        hourly_limit: quotas.hour.limit,
        daily_limit: quotas.day.limit,
        monthly_limit: quotas.month.limit,
        current_hour_usage: quotas.hour.used,
        current_day_usage: quotas.day.used,
        current_month_usage: quotas.month.used,
        is_paid: credits.isPaid,
        hourly_reset_at: quotas.hour.resetAt.toISOString(),
        daily_reset_at: quotas.day.resetAt.toISOString(),
        monthly_reset_at: quotas.month.resetAt.toISOString(),
      }
    },
  }) satisfies Partial<Handlers>
