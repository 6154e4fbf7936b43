/**
 * Buffers hits on their way into the database, so that a request that notes one does not wait. A hit is in memory until it is
 * committed, within some 100 ms: a process that is killed can lose that much, and no more. While the database is away, hits are
 * kept as far as there is room, then dropped and counted. A batch whose connection breaks during its COMMIT is written again:
 * counting some hits twice is the smaller error.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Database, Tx } from '#postgres/database.ts'
import { isOutage } from '#postgres/outages/outage.ts'
import type { Hit } from './hit.ts'

export type HitBufferParts = {
  database: Database
  write(tx: Tx, hits: readonly Hit[]): Promise<void>
  /** These hits are lost: the database was away for too long, or (with an error) one of them cannot be written. */
  onLost(count: number, error?: unknown): void
  /** How many characters the buffer can hold. */
  room?: number
}

export type HitBuffer = AsyncDisposable & { note(hit: Hit): void }

/** Long enough for a batch to form under load, which costs far less than many small ones. */
const gatherMs = 50
const maxBatch = 1_000
/** Some 100,000 hits of typical browsers: several minutes of a busy service. */
const defaultRoom = 48 * 1024 * 1024
const retryAfterMs = 250
/** How long a shutdown waits for a database that is away. */
const maxWaitMs = 3_000

const sizeOf = (hit: Hit): number => 300 + hit.userAgent.length + (hit.link?.length ?? 0)

export function openHitBuffer({ database, write, onLost, room = defaultRoom }: HitBufferParts): HitBuffer {
  const closing = new AbortController()
  const waiting: Hit[] = []
  let taken = 0
  let writing: Promise<void> | undefined
  let giveUpAt = Number.POSITIVE_INFINITY

  const commit = (hits: readonly Hit[]) => database.transaction(tx => write(tx, hits))

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      if (waiting.length < maxBatch) await pause(gatherMs, undefined, { signal: closing.signal }).catch(() => {})
      const batch = waiting.splice(0, maxBatch)
      await writeThroughOutages(batch)
      for (const hit of batch) taken -= sizeOf(hit)
    }
    writing = undefined
  }

  async function writeThroughOutages(batch: readonly Hit[]): Promise<void> {
    for (; performance.now() < giveUpAt; await pause(retryAfterMs)) {
      try {
        return await commit(batch)
      } catch (error) {
        if (!isOutage(error)) return await writeOneByOne(batch, error)
      }
    }
    onLost(batch.length)
  }

  /** One hit that cannot be written does not lose the others. */
  async function writeOneByOne(batch: readonly Hit[], error: unknown): Promise<void> {
    if (batch.length === 1) return onLost(1, error)
    for (const hit of batch) await writeThroughOutages([hit])
  }

  return {
    note(hit) {
      const size = sizeOf(hit)
      if (taken + size > room) return onLost(1)
      taken += size
      waiting.push(hit)
      writing ??= writeAll()
    },
    async [Symbol.asyncDispose]() {
      closing.abort()
      giveUpAt = performance.now() + maxWaitMs
      await writing
    },
  }
}
