import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { isRunning, thisIdentity } from './process-identity.ts'

const hasProc = existsSync('/proc/self/stat')

test('this process is running', () => {
  expect(isRunning(thisIdentity().process)).toBe(true)
})

test('an ended process is not running', async () => {
  const child = spawn('true')
  await once(child, 'exit')

  expect(isRunning(`${child.pid}:`)).toBe(false)
})

test.runIf(hasProc)('another process with the same id does not count', () => {
  expect(isRunning(`${process.pid}:1`)).toBe(false)
})

test.runIf(hasProc)('a zombie process is not running', async () => {
  // sh starts a short process and then becomes a long one that never waits for it.
  const parent = spawn('sh', ['-c', 'sleep 0.05 & echo $!; exec sleep 60'])
  const [line] = await once(parent.stdout, 'data')
  const pid = Number(line)
  const startTime = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[19]
  expect(isRunning(`${pid}:${startTime}`)).toBe(true)

  await vi.waitFor(() => expect(isRunning(`${pid}:${startTime}`)).toBe(false))

  expect(existsSync(`/proc/${pid}/stat`)).toBe(true)
  parent.kill('SIGKILL')
})
