import { expect, test } from 'vitest'
import {
  type Destination,
  learn,
  newDestination,
  type Observation,
  queueOf,
  waitOf,
  wasOneTooMany,
} from './destination.ts'

const destination = (maxRunning = 20, firstRunning = maxRunning) =>
  newDestination<unknown>('mx.peer.test', { maxRunning, firstRunning })
const learnAll = (one: Destination<unknown>, observations: readonly Observation[], nowMs = 0, stream = 0) => {
  for (const observed of observations) learn(one, queueOf(one, stream), { observed, tookMs: 100, nowMs })
}
const pausedUntil = (one: Destination<unknown>, stream = 0) => queueOf(one, stream).pausedUntil
const times = (count: number, observed: Observation) => Array.from({ length: count }, () => observed)

/** Starts `begun` messages at once; the destination accepts connections for only `lets` of them. */
const crowd = (
  one: Destination<unknown>,
  { begun, lets, nowMs = 0 }: { begun: number; lets: number; nowMs?: number },
) => {
  one.running = begun
  for (let nth = begun; nth > lets; nth--) {
    expect(wasOneTooMany(one, { open: lets, busy: true, nowMs })).toBe(true)
    one.running--
  }
}

test('a new destination starts with a few connections, and gets one more with each success', () => {
  const one = destination(20, 5)
  expect(one.limit).toBe(5)

  learnAll(one, times(7, 'good'))
  expect(one.limit).toBe(12)
  learnAll(one, times(20, 'good'))
  expect(one.limit).toBe(20)
})

test('a destination that accepts fewer connections has shown its limit: no pause, and successes do not raise it', () => {
  const one = destination(20)

  crowd(one, { begun: 20, lets: 5 })
  learnAll(one, times(50, 'good'), 1_000)

  expect([one.limit, pausedUntil(one)]).toEqual([5, 0])
})

test('one more connection is tried after a minute, and after longer each time it is still too many', () => {
  const one = destination(20)
  crowd(one, { begun: 20, lets: 5 })
  const tries: number[] = []

  for (let now = 0; tries.length < 6; now += 1_000) {
    learnAll(one, ['good'], now)
    if (one.limit === 5) continue
    tries.push(now / 1_000)
    crowd(one, { begun: 6, lets: 5, nowMs: now })
  }

  expect(tries).toEqual([60, 180, 420, 900, 1_800, 2_700])
})

test('a limit that the destination has raised is found, one connection at a time', () => {
  const one = destination(8)
  crowd(one, { begun: 8, lets: 5 })

  for (let now = 0; now <= 80_000; now += 1_000) learnAll(one, ['good'], now)

  expect(one.limit).toBe(8)
})

test('an unreachable destination has shown no limit, however many connections were tried', () => {
  const one = destination(20)
  learnAll(one, ['good'])
  one.running = 20

  expect(wasOneTooMany(one, { open: 0, busy: false, nowMs: 1_000 })).toBe(false)
  expect(one).toMatchObject({ ceiling: 20, limit: 20 })
})

test('a destination that is busy before any connection is open gets fewer for now, and has shown no limit', () => {
  const one = destination(20)
  one.running = 20

  for (let nth = 20; nth > 5; nth--) {
    expect(wasOneTooMany(one, { open: 0, busy: true, nowMs: 0 })).toBe(true)
    one.running--
  }

  expect(one).toMatchObject({ ceiling: 20, limit: 5 })
  expect(pausedUntil(one)).toBe(0)
})

test('a destination that accepts no connection is unavailable, unless it is busy and took mail a moment ago', () => {
  const one = destination()
  one.running = 1
  expect(wasOneTooMany(one, { open: 0, busy: true, nowMs: 0 })).toBe(false)
  learnAll(one, ['good'], 1_000)
  expect(wasOneTooMany(one, { open: 0, busy: false, nowMs: 2_000 })).toBe(false)

  const pauses: number[] = []
  let now = 2_000
  while (wasOneTooMany(one, { open: 0, busy: true, nowMs: now })) {
    pauses.push(pausedUntil(one) - now)
    now = pausedUntil(one)
  }

  expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 16_000])
})

test.each(['unavailable', 'throttled'] as const)(
  'a destination that is %s is paused for 5 s, twice as long each time, at most 5 minutes',
  how => {
    const one = destination()
    const pauses: number[] = []
    for (let nth = 0, now = 0; nth < 9; nth++) {
      learnAll(one, [how], now)
      pauses.push((pausedUntil(one) - now) / 1_000)
      now = pausedUntil(one)
    }

    expect(pauses).toEqual([5, 10, 20, 40, 80, 160, 300, 300, 300])
  },
)

test('each failure halves the connections, down to one', () => {
  const one = destination(20)
  const limits: number[] = []
  for (let nth = 0; nth < 6; nth++) {
    learnAll(one, ['throttled'], pausedUntil(one))
    limits.push(one.limit)
  }

  expect(limits).toEqual([10, 5, 2, 1, 1, 1])
})

test('connections that fail together count as one failure', () => {
  const one = destination(20)

  learnAll(one, times(4, 'unavailable'), 1_000)

  expect([one.limit, pausedUntil(one)]).toEqual([10, 6_000])
})

test('a success resets the pause and adds a connection, up to the original limit', () => {
  const one = destination(4)
  learnAll(one, ['unavailable'], 0)
  learnAll(one, ['unavailable'], pausedUntil(one))
  const [limit, now] = [one.limit, pausedUntil(one)]

  learnAll(one, times(5, 'good'), now)

  expect([limit, one.limit]).toEqual([1, 4])
  learnAll(one, ['unavailable'], now)
  expect(pausedUntil(one) - now).toBe(5_000)
})

test('a throttled destination is paused for that stream, an unavailable one for all streams', () => {
  const one = destination()
  queueOf(one, 0)

  learnAll(one, ['throttled'], 0, 1)
  expect([pausedUntil(one, 0), pausedUntil(one, 1)]).toEqual([0, 5_000])
  learnAll(one, ['unavailable'], 10_000, 1)

  expect([pausedUntil(one, 0), pausedUntil(one, 1)]).toEqual([15_000, 20_000])
})

test('deferred messages say nothing about the destination until there are ten in a row', () => {
  const one = destination()

  learnAll(one, [...times(9, 'deferred'), 'good', ...times(9, 'deferred')])
  expect(pausedUntil(one)).toBe(0)
  learnAll(one, ['deferred'])

  expect(pausedUntil(one)).toBe(5_000)
})

test('the wait is the rest of the pause, and the time for the messages ahead at the recent pace', () => {
  const one = destination(2)
  learnAll(one, ['good'])
  queueOf(one, 0).waiting.push('a', 'b', 'c', 'd')
  queueOf(one, 1).waiting.push('e', 'f')
  const waits = [waitOf(one, queueOf(one, 0), 0), waitOf(one, queueOf(one, 1), 0)]
  expect(waits).toEqual([200, 300].map(queued => ({ paused: 0, queued })))

  queueOf(one, 0).pausedUntil = 5_000

  expect(waitOf(one, queueOf(one, 0), 1_000)).toEqual({ paused: 4_000, queued: 200 })
})
