import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const program = fileURLToPath(new URL('./run.fixture.ts', import.meta.url))

/** Stops the service as soon as it begins to start. */
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

test('a stop during the start waits for the start and exits cleanly', async () => {
  expect(await stopWhileStarting(100)).toEqual({ code: 0, printed: 'starting\nstopped\n' })
})

test('a stop during a hanging start exits with 1 at the timeout', async () => {
  expect(await stopWhileStarting(60_000)).toEqual({ code: 1, printed: 'starting\n' })
})

test('a service that fails stops by itself and exits with 1', async () => {
  const child = spawn(process.execPath, [program, '0', 'fails'], { stdio: ['ignore', 'pipe', 'pipe'] })
  const printed: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', data => printed.push(data))

  const [code] = await once(child, 'close')

  expect(code).toBe(1)
  expect(Buffer.concat(printed).toString()).toMatch(/starting\nstopped\nError: cannot work/)
})
