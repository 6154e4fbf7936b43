import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { keepRunning } from './keep-running.ts'
import { hasEnded } from './stop.ts'

const longLived = () => spawn('sleep', ['60'])
const ending = () => spawn('false')

test('a failed launch is retried until it succeeds', async () => {
  const running = longLived()
  const launch = vi.fn<() => Promise<ChildProcess>>()
  launch.mockRejectedValueOnce(new Error('EMFILE')).mockResolvedValue(running)
  const lost = vi.fn()
  {
    await using _kept = keepRunning(ending(), { launch, onLost: lost })
    await vi.waitFor(() => expect(launch).toHaveBeenCalledTimes(2), 5_000)
    expect(lost.mock.calls).toEqual([['1'], ['Error: EMFILE']])
    expect(hasEnded(running)).toBe(false)
  }
  expect(hasEnded(running)).toBe(true)
})

test('a server that keeps ending is started less and less often', async () => {
  const launch = vi.fn(async () => ending())
  await using _kept = keepRunning(ending(), { launch })

  await pause(2_000)

  // After 200, 600 and 1400 ms.
  expect(launch.mock.calls.length).toBeGreaterThan(0)
  expect(launch.mock.calls.length).toBeLessThan(4)
})

test('a server that is launched during shutdown is stopped too', async () => {
  const launching = Promise.withResolvers<ChildProcess>()
  const launch = vi.fn(() => launching.promise)
  const kept = keepRunning(ending(), { launch })
  await vi.waitFor(() => expect(launch).toHaveBeenCalled(), 5_000)

  const disposed = kept[Symbol.asyncDispose]()
  const late = longLived()
  launching.resolve(late)
  await disposed

  expect(late.signalCode).toBe('SIGINT')
})
