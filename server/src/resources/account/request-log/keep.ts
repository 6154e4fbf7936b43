/**
 * Requests are collected in memory and written about once a second with one statement, so that no request waits. When memory is full,
 * further requests are dropped and counted. After a crash the last second is missing.
 */
import { newId } from '#core/id.ts'
import type { NoteRequest, RequestNote } from '#core/request-note.ts'
import type { Database } from '#postgres/database.ts'
import { isOutage } from '#postgres/outages/outage.ts'
import { minuteShares } from './share.ts'
import { insertRequests, type NewRequest } from './store.ts'

export type RequestLog = AsyncDisposable & {
  note: NoteRequest
  /** The number of requests that were dropped or could not be written. */
  dropped(): number
}

type Options = { nowMs(): number; everyMs?: number; maxWaiting?: number; onLost(error: unknown): void }

const maxBatch = 1_000

/** Requests of one millisecond are also listed in the order of their answers. */
function inOrder(batch: readonly NewRequest[]): NewRequest[] {
  const ids = batch.map(({ id }) => id).toSorted()
  return batch.map((request, nth) => ({ ...request, id: ids[nth] ?? request.id }))
}

export function openRequestLog(
  { db }: Pick<Database, 'db'>,
  { nowMs, everyMs = 1_000, maxWaiting = 10_000, onLost }: Options,
): RequestLog {
  const takeShare = minuteShares(nowMs)
  let waiting: NewRequest[] = []
  let dropped = 0
  let timer: NodeJS.Timeout | undefined
  let underWay: Promise<void> = Promise.resolve()

  const add = (environmentId: string, leftOut: number, note: RequestNote) => {
    if (waiting.length >= maxWaiting) return void dropped++
    waiting.push({ ...note, environmentId, leftOut, id: newId(note.at) })
    timer ??= setTimeout(flush, everyMs).unref()
  }

  const flush = () => {
    underWay = writeAll().finally(() => {
      timer = waiting.length > 0 ? setTimeout(flush, everyMs).unref() : undefined
    })
  }

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const batch = inOrder(waiting.splice(0, maxBatch))
      try {
        await insertRequests(db, batch)
      } catch (error) {
        // The database is unavailable: keep as many requests as fit until it is back.
        if (isOutage(error)) return keepForLater(batch)
        dropped += batch.length
        onLost(error)
      }
    }
  }

  function keepForLater(batch: NewRequest[]): void {
    const all = [...batch, ...waiting]
    waiting = all.slice(0, maxWaiting)
    dropped += all.length - waiting.length
  }

  return {
    note(environmentId, status, note) {
      const leftOut = takeShare(environmentId, status)
      if (leftOut !== undefined) add(environmentId, leftOut, note())
    },
    dropped: () => dropped,
    async [Symbol.asyncDispose]() {
      clearTimeout(timer)
      await underWay
      clearTimeout(timer)
      await writeAll()
    },
  }
}
