/**
 * Requests are counted in the database in batches: those that arrive during a count are counted together by the next one. A
 * key with a limit waits for its count, so the limit is exact over all processes. A key without a limit is only shown a
 * number: it does not wait, and its count follows a moment later.
 */
import type { Caller } from '#core/caller.ts'
import type { Clock } from '#core/clock.ts'
import type { Database, Db } from '#postgres/database.ts'
import { gather } from '#postgres/gather.ts'
import { unlimited } from '#resources/account/organizations/plans.ts'
import { countRequests, type Window } from './store.ts'

export type LimitState = { passed: boolean; limit: number; remaining: number; resetSeconds: number }

type Count = { caller: Caller; requests: number }

export function requestLimiter(database: Database, clock: Clock): (caller: Caller) => Promise<LimitState> | LimitState {
  const count = gather((counts: readonly Count[]) => countTogether(database.db, counts), {
    maxBatch: 1_000,
    maxWaiting: 10_000,
    tenantOf: ({ caller }) => caller.environmentId,
  })
  const loose = looseCounter(count, clock)
  return caller => (caller.requestsPerHour >= unlimited ? loose(caller) : count({ caller, requests: 1 }))
}

async function countTogether(db: Db, counts: readonly Count[]): Promise<LimitState[]> {
  const byKey = Map.groupBy(counts, ({ caller }) => caller.keyId)
  const askings = [...byKey].map(([keyId, list]) => ({
    keyId,
    quota: Math.max(...list.map(({ caller }) => caller.requestsPerHour)),
    requests: list.reduce((sum, { requests }) => sum + requests, 0),
  }))
  // Sorted, so that two processes do not deadlock.
  askings.sort((a, b) => (a.keyId < b.keyId ? -1 : 1))
  const windows = new Map((await countRequests(db, askings)).map(window => [window.keyId, window]))
  const passedBefore = new Map<string, number>()
  return counts.map(({ caller, requests }) => {
    const window = windows.get(caller.keyId) as Window
    const before = passedBefore.get(caller.keyId) ?? 0
    passedBefore.set(caller.keyId, before + requests)
    return standingOf(caller.requestsPerHour, window, before + requests)
  })
}

/** The result for the nth request of a batch. */
function standingOf(limit: number, { used, granted, resetSeconds }: Window, nth: number): LimitState {
  const remaining = Math.max(0, limit - used + Math.max(0, granted - nth))
  return { passed: nth <= granted, limit, remaining, resetSeconds }
}

// Often enough for a current number, seldom enough that counting costs little.
const flushEveryMs = 250

type Known = { pending: number; remaining: number; flushing: boolean }

function looseCounter(count: (item: Count) => Promise<LimitState>, clock: Clock): (caller: Caller) => LimitState {
  const known = new Map<string, Known>()

  async function flush(caller: Caller, entry: Known): Promise<void> {
    const requests = entry.pending
    try {
      entry.remaining = (await count({ caller, requests })).remaining
      entry.pending -= requests
    } catch {
      // The database is unavailable, which other requests report. These counts stay pending for the next flush.
    }
    setTimeout(() => {
      entry.flushing = entry.pending > 0
      if (entry.flushing) void flush(caller, entry)
    }, flushEveryMs).unref()
  }

  return caller => {
    let entry = known.get(caller.keyId)
    if (!entry) {
      if (known.size >= 10_000) known.clear()
      entry = { pending: 0, remaining: unlimited, flushing: false }
      known.set(caller.keyId, entry)
    }
    entry.pending++
    if (!entry.flushing) {
      entry.flushing = true
      void flush(caller, entry)
    }
    const remaining = entry.remaining - entry.pending
    return { passed: true, limit: unlimited, remaining, resetSeconds: secondsToNextHour(clock()) }
  }
}

const hourMs = 3_600_000
const secondsToNextHour = (now: Date): number => Math.ceil((hourMs - (now.getTime() % hourMs)) / 1000)
