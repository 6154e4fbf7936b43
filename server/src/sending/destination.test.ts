import { expect, test } from 'vitest'
import { type Destination, type Experience, learn, newDestination, waitOf } from './destination.ts'

const destination = (maxRunning = 20) => newDestination<unknown>('mx.peer.test', maxRunning)
const live = (one: Destination<unknown>, experiences: readonly Experience[], at = 0) => {
  for (const experience of experiences) learn(one, experience, 100, at)
}
const pauseOf = (one: Destination<unknown>, now: number) => one.pausedUntil - now

test('a new destination may have all of its connections', () => {
  expect(destination(7).limit).toBe(7)
})

test('one that is unwell is left alone for 5 s, twice as long each time, for 5 minutes at most', () => {
  const one = destination()
  const pauses: number[] = []
  for (let nth = 0, now = 0; nth < 9; nth++) {
    live(one, ['unwell'], now)
    pauses.push(pauseOf(one, now) / 1_000)
    now = one.pausedUntil
  }

  expect(pauses).toEqual([5, 10, 20, 40, 80, 160, 300, 300, 300])
})

test('it gets half as many connections each time, and never none', () => {
  const one = destination(20)
  const limits: number[] = []
  for (let nth = 0; nth < 6; nth++) {
    live(one, ['unwell'], one.pausedUntil)
    limits.push(one.limit)
  }

  expect(limits).toEqual([10, 5, 2, 1, 1, 1])
})

test('connections that fail together are one sign', () => {
  const one = destination(20)

  live(one, ['unwell', 'unwell', 'unwell', 'unwell'], 1_000)

  expect([one.limit, pauseOf(one, 1_000)]).toEqual([10, 5_000])
})

test('a success ends the doubling and gives back a connection, up to what it had', () => {
  const one = destination(4)
  live(one, ['unwell'], 0)
  live(one, ['unwell'], one.pausedUntil)
  const [limit, now] = [one.limit, one.pausedUntil]

  live(one, ['good', 'good', 'good', 'good', 'good'], now)

  expect([limit, one.limit]).toEqual([1, 4])
  live(one, ['unwell'], now)
  expect(pauseOf(one, now)).toBe(5_000)
})

test('messages that are put off say nothing about the destination until there are ten in a row', () => {
  const one = destination()
  const nine = Array.from({ length: 9 }, () => 'put off' as const)

  live(one, [...nine, 'good', ...nine])
  expect(one.pausedUntil).toBe(0)
  live(one, ['put off'])

  expect(one.pausedUntil).toBe(5_000)
})

test('what waits is told how long: the rest of the pause, and its turn at the pace of late', () => {
  const one = destination(2)
  live(one, ['good'])
  one.waiting.push('a', 'b', 'c', 'd')
  expect(waitOf(one, 0)).toBe(200)

  one.pausedUntil = 5_000

  expect(waitOf(one, 1_000)).toBe(4_200)
})
