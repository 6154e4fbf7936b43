import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { limitConcurrency } from './limit-concurrency.ts'

test('at most the limit runs at once, all get their turn, and a failed one frees its slot', async () => {
  const pass = limitConcurrency({ atOnce: 2, maxWaiting: 100 })
  let inside = 0
  let most = 0
  const work = async (nth: number) => {
    most = Math.max(most, ++inside)
    await pause(1)
    inside--
    if (nth % 3 === 0) throw new Error('failed')
    return nth
  }

  const done = await Promise.allSettled(Array.from({ length: 30 }, (_, nth) => pass(() => work(nth))))

  expect([most, inside]).toEqual([2, 0])
  expect(done.filter(one => one.status === 'fulfilled')).toHaveLength(20)
})

test('when the queue is full, further calls are refused', async () => {
  const pass = limitConcurrency({ atOnce: 1, maxWaiting: 1 })
  const [first, second, third] = [pass(() => pause(5)), pass(() => pause(1)), pass(() => pause(1))]

  await expect(third).rejects.toMatchObject({ code: 'service_unavailable' })
  await expect(Promise.all([first, second])).resolves.toHaveLength(2)
})
