import { expect, test } from 'vitest'
import { type Destination, type Experience, isCrowded, learn, lineOf, newDestination, waitOf } from './destination.ts'

const destination = (maxRunning = 20, firstRunning = maxRunning) =>
  newDestination<unknown>('mx.peer.test', { maxRunning, firstRunning })
const live = (one: Destination<unknown>, experiences: readonly Experience[], nowMs = 0, stream = 0) => {
  for (const experience of experiences) learn(one, lineOf(one, stream), { experience, tookMs: 100, nowMs })
}
const pausedUntil = (one: Destination<unknown>, stream = 0) => lineOf(one, stream).pausedUntil
const times = (count: number, experience: Experience) => Array.from({ length: count }, () => experience)

/** So many messages are begun, and the destination lets in no more than `lets` of them. */
const crowd = (
  one: Destination<unknown>,
  { begun, lets, nowMs = 0 }: { begun: number; lets: number; nowMs?: number },
) => {
  one.running = begun
  for (let nth = begun; nth > lets; nth--) {
    expect(isCrowded(one, { open: lets, busy: true, nowMs })).toBe(true)
    one.running--
  }
}

test('a destination that nobody knows has a few connections, and one more with each success', () => {
  const one = destination(20, 5)
  expect(one.limit).toBe(5)

  live(one, times(7, 'good'))
  expect(one.limit).toBe(12)
  live(one, times(20, 'good'))
  expect(one.limit).toBe(20)
})

test('one that lets in fewer has shown its limit: no pause, and no success raises it', () => {
  const one = destination(20)

  crowd(one, { begun: 20, lets: 5 })
  live(one, times(50, 'good'), 1_000)

  expect([one.limit, pausedUntil(one)]).toEqual([5, 0])
})

test('after a minute it is tried with one more, and later each time that this is still too many', () => {
  const one = destination(20)
  crowd(one, { begun: 20, lets: 5 })
  const tries: number[] = []

  for (let now = 0; tries.length < 6; now += 1_000) {
    live(one, ['good'], now)
    if (one.limit === 5) continue
    tries.push(now / 1_000)
    crowd(one, { begun: 6, lets: 5, nowMs: now })
  }

  expect(tries).toEqual([60, 180, 420, 900, 1_800, 2_700])
})

test('one that has more room than it had gets it, one by one', () => {
  const one = destination(8)
  crowd(one, { begun: 8, lets: 5 })

  for (let now = 0; now <= 80_000; now += 1_000) live(one, ['good'], now)

  expect(one.limit).toBe(8)
})

test('one that is gone has shown no limit, however many knocked', () => {
  const one = destination(20)
  live(one, ['good'])
  one.running = 20

  expect(isCrowded(one, { open: 0, busy: false, nowMs: 1_000 })).toBe(false)
  expect(one).toMatchObject({ ceiling: 20, limit: 20 })
})

test('one that says that it is full before anybody is inside is given fewer until then, and has shown no limit', () => {
  const one = destination(20)
  one.running = 20

  for (let nth = 20; nth > 5; nth--) {
    expect(isCrowded(one, { open: 0, busy: true, nowMs: 0 })).toBe(true)
    one.running--
  }

  expect(one).toMatchObject({ ceiling: 20, limit: 5 })
  expect(pausedUntil(one)).toBe(0)
})

test('one that lets nobody in is away, unless it took mail a moment ago and says itself that it is full', () => {
  const one = destination()
  one.running = 1
  expect(isCrowded(one, { open: 0, busy: true, nowMs: 0 })).toBe(false)
  live(one, ['good'], 1_000)
  expect(isCrowded(one, { open: 0, busy: false, nowMs: 2_000 })).toBe(false)

  const pauses: number[] = []
  let now = 2_000
  while (isCrowded(one, { open: 0, busy: true, nowMs: now })) {
    pauses.push(pausedUntil(one) - now)
    now = pausedUntil(one)
  }

  expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 16_000])
})

test.each(['away', 'too fast'] as const)(
  'one that is %s is left alone for 5 s, twice as long each time, for 5 minutes at most',
  how => {
    const one = destination()
    const pauses: number[] = []
    for (let nth = 0, now = 0; nth < 9; nth++) {
      live(one, [how], now)
      pauses.push((pausedUntil(one) - now) / 1_000)
      now = pausedUntil(one)
    }

    expect(pauses).toEqual([5, 10, 20, 40, 80, 160, 300, 300, 300])
  },
)

test('it gets half as many connections each time, and never none', () => {
  const one = destination(20)
  const limits: number[] = []
  for (let nth = 0; nth < 6; nth++) {
    live(one, ['too fast'], pausedUntil(one))
    limits.push(one.limit)
  }

  expect(limits).toEqual([10, 5, 2, 1, 1, 1])
})

test('connections that fail together are one sign', () => {
  const one = destination(20)

  live(one, times(4, 'away'), 1_000)

  expect([one.limit, pausedUntil(one)]).toEqual([10, 6_000])
})

test('a success ends the doubling and gives back a connection, up to what it had', () => {
  const one = destination(4)
  live(one, ['away'], 0)
  live(one, ['away'], pausedUntil(one))
  const [limit, now] = [one.limit, pausedUntil(one)]

  live(one, times(5, 'good'), now)

  expect([limit, one.limit]).toEqual([1, 4])
  live(one, ['away'], now)
  expect(pausedUntil(one) - now).toBe(5_000)
})

test('one that has had enough of a stream is paused for that stream; one that is away, for all', () => {
  const one = destination()
  lineOf(one, 0)

  live(one, ['too fast'], 0, 1)
  expect([pausedUntil(one, 0), pausedUntil(one, 1)]).toEqual([0, 5_000])
  live(one, ['away'], 10_000, 1)

  expect([pausedUntil(one, 0), pausedUntil(one, 1)]).toEqual([15_000, 20_000])
})

test('messages that are put off say nothing about the destination until there are ten in a row', () => {
  const one = destination()

  live(one, [...times(9, 'put off'), 'good', ...times(9, 'put off')])
  expect(pausedUntil(one)).toBe(0)
  live(one, ['put off'])

  expect(pausedUntil(one)).toBe(5_000)
})

test('what waits is told how long: the rest of the pause, and its turn behind what goes first, at the pace of late', () => {
  const one = destination(2)
  live(one, ['good'])
  lineOf(one, 0).waiting.push('a', 'b', 'c', 'd')
  lineOf(one, 1).waiting.push('e', 'f')
  const waits = [waitOf(one, lineOf(one, 0), 0), waitOf(one, lineOf(one, 1), 0)]
  expect(waits).toEqual([200, 300].map(inLine => ({ paused: 0, inLine })))

  lineOf(one, 0).pausedUntil = 5_000

  expect(waitOf(one, lineOf(one, 0), 1_000)).toEqual({ paused: 4_000, inLine: 200 })
})
