import { expect, test, vi } from 'vitest'
import { oneAtATime } from './one-at-a-time.ts'

test('requests during the work are one more run after it, and each run ends', async () => {
  const answers: (() => void)[] = []
  const work = vi.fn(() => new Promise<void>(resolve => answers.push(resolve)))
  const request = oneAtATime(work)

  const end = request()
  for (let nth = 0; nth < 10; nth++) request()
  expect(work).toHaveBeenCalledTimes(1)

  answers[0]?.()
  await vi.waitFor(() => expect(work).toHaveBeenCalledTimes(2))
  answers[1]?.()
  await end
  expect(work).toHaveBeenCalledTimes(2)

  request()
  expect(work).toHaveBeenCalledTimes(3)
})

test('an answer that never comes ends the wait after a while', async () => {
  const work = vi.fn(() => new Promise(() => {}))
  const request = oneAtATime(work, 5)
  request()
  request()

  await vi.waitFor(() => expect(work).toHaveBeenCalledTimes(2))
})

test('work that fails is done again on the next request', async () => {
  const work = vi.fn(() => Promise.reject(new Error('no')))
  const request = oneAtATime(work)

  await expect(request()).rejects.toThrow('no')
  await expect(request()).rejects.toThrow('no')
  expect(work).toHaveBeenCalledTimes(2)
})
