/** A worker of a restored copy says that it takes nothing, and why; and again every so often, for whoever comes later. */
import type { Logger } from 'pino'
import type { Database } from '#postgres/database.ts'
import { findRestoredCopy } from '#postgres/restored-copy.ts'

const againAfterMs = 600_000

export function holdTeller({ db }: Database, log: Logger, nowMs: () => number): () => Promise<void> {
  let toldAt: number | undefined
  return async () => {
    const copy = await findRestoredCopy(db)
    if (copy && (toldAt === undefined || nowMs() - toldAt >= againAfterMs)) {
      const takenAt = copy.takenAt.toISOString()
      log.warn({ takenAt }, 'nothing is sent: this is a restored copy. `npm run -s posthorn -- resume` lets it go on')
      toldAt = nowMs()
    }
    if (!copy && toldAt !== undefined) {
      log.info('sending goes on')
      toldAt = undefined
    }
  }
}
