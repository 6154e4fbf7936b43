import { expect, test } from 'vitest'
import { receivers } from './receivers.ts'

const [one, other] = ['https://one.test', 'https://other.test']

test('a receiver gets fifty parallel requests, and a free slot with each answer', () => {
  const all = receivers(50)
  for (let nth = 0; nth < 50; nth++) all.enter(one)
  expect([all.freeSlots(one), all.freeSlots(other)]).toEqual([0, 50])

  all.leave(one, 100, 0)

  expect(all.freeSlots(one)).toBe(1)
})

test('runs waiting for a fast receiver get a hundred turns per second', () => {
  const all = receivers(50)
  const turns = Array.from({ length: 300 }, () => all.nextTurn(one, 1_000))

  expect(turns[0]).toBe(510)
  expect(turns[299]).toBe(3_500)
  expect(new Set(turns).size).toBe(300)
})

test('runs waiting for a slow receiver get turns no faster than it answers', () => {
  const all = receivers(50)
  for (let nth = 0; nth < 51; nth++) all.enter(one)
  for (let nth = 0; nth < 50; nth++) all.leave(one, 15_000, 0)

  const turns = Array.from({ length: 50 }, () => all.nextTurn(one, 0))

  expect(turns[49]).toBe(15_500)
  expect(all.nextTurn(other, 0)).toBe(510)
})

test('turns never move backwards, and are dropped when they are over', () => {
  const all = receivers(50)
  const [first, second] = [all.nextTurn(one, 0), all.nextTurn(one, 400)]
  expect(400 + second).toBeGreaterThan(first)

  all.enter(one)
  all.leave(one, 60_000, 10_000)

  expect(all.nextTurn(one, 10_000)).toBe(510)
})
