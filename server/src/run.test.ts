import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const program = fileURLToPath(new URL('./run.fixture.ts', import.meta.url))

/** Told to stop as soon as it has begun to start. */
async function stopWhileStarting(startMs: number) {
  const child = spawn(process.execPath, [program, String(startMs)], { stdio: ['ignore', 'pipe', 'inherit'] })
  let printed = ''
  child.stdout.on('data', data => {
    printed += data
  })
  await once(child.stdout, 'data')
  child.kill('SIGTERM')
  const [code] = await once(child, 'close')
  return { code, printed }
}

test('a stop during the start waits for the start and is orderly', async () => {
  expect(await stopWhileStarting(100)).toEqual({ code: 0, printed: 'starting\nstopped\n' })
})

test('a stop during a start that hangs ends with 1 when its time is over', async () => {
  expect(await stopWhileStarting(60_000)).toEqual({ code: 1, printed: 'starting\n' })
})
