/** What waits, for Prometheus. All processes say the same, since it is read from the database: take the maximum, not the sum. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Metrics } from '#http/registry.ts'
import type { Database } from '#postgres/database.ts'
import { type Backlog, readBacklog, type WorkKind, workKinds } from '#resources/messages/explain/backlog.ts'
import { readQueue } from '#resources/messages/explain/queue.ts'

/**
 * However often it is asked, the database is asked once in so long, and spends at most a twentieth of its time on it: with 100,000 messages
 * and as many events waiting, reading takes 0.3 to 0.5 s.
 */
const freshMs = 5_000
const freshTimes = 20
/** Whoever asks waits for 10 s as a rule, and has other figures to read. */
const patienceMs = 2_000
const destinationsAtMost = 20

export function queueMetrics({ gauge }: Metrics, database: Database, nowMs: () => number): void {
  // One connection: what is slow here takes none from anybody else.
  const { db } = database.beside(1)
  const readAll = remembered(nowMs, async () => {
    const backlogs: [WorkKind, Backlog][] = []
    for (const kind of workKinds) backlogs.push([kind, await readBacklog(db, kind)])
    return { backlogs, queue: await readQueue(db) }
  })
  const ofKind = async (figure: keyof Backlog) =>
    (await readAll())?.backlogs.map(([kind, backlog]) => ({ labels: { kind }, value: backlog[figure] })) ?? []
  gauge({
    name: 'posthorn_queue_due',
    help: 'Work that is due and that no worker has taken yet. Counting ends at 100,000.',
    labels: ['kind'],
    read: () => ofKind('due'),
  })
  gauge({
    name: 'posthorn_queue_oldest_seconds',
    help: 'For how long the oldest work that is due has waited.',
    labels: ['kind'],
    read: () => ofKind('oldestSeconds'),
  })
  gauge({
    name: 'posthorn_queue_later',
    help: 'Work that waits for a later moment, such as its next attempt. Counting ends at 100,000.',
    labels: ['kind'],
    read: () => ofKind('later'),
  })
  gauge({
    name: 'posthorn_destination_waiting',
    help: 'Messages that wait for a relay, receiver or carrier; the 20 that most wait for.',
    labels: ['destination'],
    async read() {
      const waitedFor = (await readAll())?.queue.filter(one => one.waiting > 0) ?? []
      return waitedFor.slice(0, destinationsAtMost).map(one => ({
        labels: { destination: one.name },
        value: one.waiting,
      }))
    },
  })
  gauge({
    name: 'posthorn_destinations_failing',
    help: 'Relays, receivers and carriers that fail now.',
    labels: [],
    async read() {
      const found = await readAll()
      return found ? [{ labels: {}, value: found.queue.filter(one => one.failingSince !== null).length }] : []
    },
  })
}

/** Undefined while the database is away or too slow: nothing is better than what was true once. */
function remembered<T>(nowMs: () => number, read: () => Promise<T>): () => Promise<T | undefined> {
  let freshUntil = Number.NEGATIVE_INFINITY
  let isReading = false
  let found: Promise<T | undefined> = Promise.resolve(undefined)

  function readAnew(): void {
    const begun = nowMs()
    isReading = true
    found = read()
      .catch(() => undefined)
      .finally(() => {
        isReading = false
        freshUntil = nowMs() + Math.max(freshMs, freshTimes * (nowMs() - begun))
      })
  }

  return () => {
    if (!isReading && nowMs() >= freshUntil) readAnew()
    return Promise.race([found, pause(patienceMs, undefined, { ref: false })])
  }
}
