import type { Clock } from '#core/clock.ts'
import type { Handlers } from '#http/handler.ts'
import type { Database } from '#postgres/database.ts'
import { advanceClock } from './advance.ts'
import { inWords } from './in-words.ts'

type Parts = { database: Database; clock: Clock }

export const testClockRoutes = ({ database, clock }: Parts) =>
  ({
    async advanceTestClock(caller, { body }) {
      const aheadMs = await database.transaction(tx => advanceClock(tx, caller, body.seconds))
      return {
        success: true,
        message: `The clock of this environment is ${inWords(aheadMs)} ahead.`,
        now: new Date(clock().getTime() + aheadMs).toISOString(),
      }
    },
  }) satisfies Partial<Handlers>
