/** Logs that the restored copy is on hold and why, and repeats it for operators who look later. */
import type { Logger } from 'pino'
import type { Database } from '#postgres/database.ts'
import { findRestoredCopy } from '#postgres/restored-copy.ts'

const againAfterMs = 600_000

export function reportHold({ db }: Database, log: Logger, nowMs: () => number): () => Promise<void> {
  let loggedAt: number | undefined
  return async () => {
    const copy = await findRestoredCopy(db)
    if (copy && (loggedAt === undefined || nowMs() - loggedAt >= againAfterMs)) {
      const takenAt = copy.takenAt.toISOString()
      log.warn(
        { takenAt },
        'nothing is sent: this is a restored copy. To start sending, run `npm run -s posthorn -- resume`',
      )
      loggedAt = nowMs()
    }
    if (!copy && loggedAt !== undefined) {
      log.info('the restored copy was resumed')
      loggedAt = undefined
    }
  }
}
