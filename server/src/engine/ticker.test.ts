import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { startTicker } from './ticker.ts'

function start(work: () => Promise<void>, everyMs = 5) {
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line).msg) })
  return { ticker: startTicker({ name: 'test', everyMs, work, log }), lines }
}

test('the work runs at once and then repeatedly', async () => {
  let rounds = 0
  const { ticker } = start(async () => void rounds++)
  expect(rounds).toBe(1)

  await vi.waitFor(() => expect(rounds).toBeGreaterThan(3))

  await ticker[Symbol.asyncDispose]()
})

test('rounds do not overlap', async () => {
  let [now, most, rounds] = [0, 0, 0]
  const { ticker } = start(async () => {
    most = Math.max(most, ++now)
    await new Promise(resolve => setTimeout(resolve, 20))
    now--
    rounds++
  }, 1)

  await vi.waitFor(() => expect(rounds).toBeGreaterThan(3))
  await ticker[Symbol.asyncDispose]()

  expect(most).toBe(1)
})

test('a failing round does not stop the ticker, and is logged once until a round succeeds', async () => {
  let rounds = 0
  const { ticker, lines } = start(async () => {
    if (++rounds <= 3) throw new Error('the database is down')
  })

  await vi.waitFor(() => expect(rounds).toBeGreaterThan(5))
  await ticker[Symbol.asyncDispose]()

  expect(lines).toEqual(['failed, will retry', 'works again'])
})

test('disposing waits for the current round and starts no other', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  let [begun, ended, disposed] = [0, 0, false]
  const { ticker } = start(async () => {
    begun++
    await promise
    ended++
  }, 1)

  const disposing = ticker[Symbol.asyncDispose]().then(() => {
    disposed = true
  })
  await new Promise(resume => setImmediate(resume))
  expect([begun, disposed]).toEqual([1, false])
  resolve()
  await disposing

  expect([begun, ended]).toEqual([1, 1])
})

test('disposing does not wait for the pause', async () => {
  const { ticker } = start(async () => {}, 60_000)

  await ticker[Symbol.asyncDispose]()
})
