/** The backlog, for Prometheus. All processes report the same values, read from the database: use the maximum, not the sum. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Metrics } from '#http/registry.ts'
import type { Database } from '#postgres/database.ts'
import { type Backlog, readBacklog, type WorkKind, workKinds } from '#resources/messages/explain/backlog.ts'
import { readQueue } from '#resources/messages/explain/queue.ts'

/**
 * The results are cached for at least this long, and for 20 times as long as reading them took: with 100,000 messages and as many
 * events waiting, reading takes 0.3 to 0.5 s.
 */
const freshMs = 5_000
const freshTimes = 20
/** Prometheus usually waits for 10 s, and needs the other metrics as well. */
const timeoutMs = 2_000
const maxDestinations = 20

export function queueMetrics({ gauge }: Metrics, database: Database, nowMs: () => number): void {
  // Its own connection: a slow read here takes none from the other pools.
  const { db } = database.beside(1)
  const readAll = cached(nowMs, async () => {
    const backlogs: [WorkKind, Backlog][] = []
    for (const kind of workKinds) backlogs.push([kind, await readBacklog(db, kind)])
    return { backlogs, queue: await readQueue(db) }
  })
  const ofKind = async (figure: keyof Backlog) =>
    (await readAll())?.backlogs.map(([kind, backlog]) => ({ labels: { kind }, value: backlog[figure] })) ?? []
  gauge({
    name: 'posthorn_queue_due',
    help: 'Work that is due and not yet taken by a worker. Counted up to 100,000.',
    labels: ['kind'],
    read: () => ofKind('due'),
  })
  gauge({
    name: 'posthorn_queue_oldest_seconds',
    help: 'How long the oldest due work has waited.',
    labels: ['kind'],
    read: () => ofKind('oldestSeconds'),
  })
  gauge({
    name: 'posthorn_queue_later',
    help: 'Work that is not due yet, such as a later attempt. Counted up to 100,000.',
    labels: ['kind'],
    read: () => ofKind('later'),
  })
  gauge({
    name: 'posthorn_destination_waiting',
    help: 'Messages waiting for a relay, receiver or carrier; the 20 with the largest backlog.',
    labels: ['destination'],
    async read() {
      const waitedFor = (await readAll())?.queue.filter(one => one.waiting > 0) ?? []
      return waitedFor.slice(0, maxDestinations).map(one => ({
        labels: { destination: one.name },
        value: one.waiting,
      }))
    },
  })
  gauge({
    name: 'posthorn_destinations_failing',
    help: 'Relays, receivers and carriers that are failing now.',
    labels: [],
    async read() {
      const found = await readAll()
      return found ? [{ labels: {}, value: found.queue.filter(one => one.failingSince !== null).length }] : []
    },
  })
}

/** Undefined while the database is unavailable or too slow: no value is better than an outdated one. */
function cached<T>(nowMs: () => number, read: () => Promise<T>): () => Promise<T | undefined> {
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
    return Promise.race([found, pause(timeoutMs, undefined, { ref: false })])
  }
}
