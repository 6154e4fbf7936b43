import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Failure } from '#api/failure.ts'
import { currentToasts, toastError } from './toasts.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
})

test('a refused request says which field is wrong, and then goes away', () => {
  const message = 'The request is not valid; details says what to change.'
  toastError(new Failure(400, { message, details: [{ path: 'name', message: 'must not be empty' }] }))

  expect(currentToasts().map(({ text }) => text)).toEqual(['Name must not be empty.'])
  vi.advanceTimersByTime(8_000)
  expect(currentToasts()).toEqual([])
})
