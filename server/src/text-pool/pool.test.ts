import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterEach, expect, test } from 'vitest'
import { ProcessCrashed } from './job.ts'
import { openTextPool, type PoolOptions, type TextPool } from './pool.ts'

const opened: TextPool[] = []

function open(special: Partial<PoolOptions> = {}) {
  const entry = new URL('./jobs.fixture.ts', import.meta.url)
  // A generous limit, so that plain jobs do not time out on a busy machine.
  const pool = openTextPool({ entry, log: pino({ level: 'silent' }), limitMs: 20_000, ...special })
  opened.push(pool)
  const run = (name: string, input?: unknown, tenant = 'a', limitMs?: number) =>
    pool.run({ tenant, name, input, ...(limitMs !== undefined && { limitMs }) })
  return { pool, run }
}

afterEach(async () => {
  for (const pool of opened.splice(0)) await pool[Symbol.asyncDispose]()
})

const pidOf = async (run: ReturnType<typeof open>['run'], tenant = 'a') => Number(await run('pid', undefined, tenant))

test('a job runs in a process without our environment, and data is returned unchanged', async () => {
  const { run } = open()
  const data = { text: 'ü', bytes: Buffer.from([0, 255]), date: new Date(0), list: [null, 1.5] }

  expect(await run('echo', data)).toEqual(data)
  expect(await pidOf(run)).not.toBe(process.pid)
  expect(await run('settings')).not.toContain('HOME')
})

test('one child serves sequential jobs, and stays for the next', async () => {
  const { run } = open()
  const first = await pidOf(run)
  expect(await pidOf(run)).toBe(first)
})

test('a job that takes too long is killed with its process, and another process runs the next job', async () => {
  const { run } = open()
  const before = await pidOf(run)

  await expect(run('endless', undefined, 'a', 50)).rejects.toMatchObject({ because: 'time' })

  expect(await pidOf(run)).not.toBe(before)
  expect(() => process.kill(before, 0)).toThrow()
})

test.each(['abort', 'fillHeap'])('%s ends only its own process, and is reported as a fault of the job', async name => {
  const { run } = open({ limits: { heapMb: 32, wasmMb: 16 } })

  const failure = await run(name).catch((error: unknown) => error)

  expect(failure).toBeInstanceOf(ProcessCrashed)
  expect(failure).toMatchObject({ because: 'crash' })
  expect(await run('echo', 1)).toBe(1)
})

test('a job that throws is an error, and its process stays', async () => {
  const { run } = open()
  const before = await pidOf(run)
  await expect(run('fail')).rejects.toThrow('a bug')
  expect(await pidOf(run)).toBe(before)
})

test('a job whose process is killed from outside is retried, and fails as unavailable after three processes', async () => {
  const { run } = open({ size: 1 })
  const file = (name: string) => join(mkdtempSync(join(tmpdir(), 'pool-')), name)

  expect(await run('killed', { file: file('twice'), times: 2 })).toBe(3)
  await expect(run('killed', { file: file('always'), times: 9 })).rejects.toMatchObject({ code: 'service_unavailable' })
})

test('no tenant gets all children, and tenants take turns', async () => {
  const { pool, run } = open({ size: 2 })
  const held = [1, 2, 3].map(() => run('wait', 600_000, 'hostile', 600_000).catch(() => 'ended with the pool'))

  // These would never run if the hostile tenant had both children.
  const order: string[] = []
  const note = (name: string) => () => void order.push(name)
  await Promise.all([
    run('wait', 100, 'b').then(note('b1')),
    run('wait', 1, 'b').then(note('b2')),
    run('wait', 1, 'b').then(note('b3')),
    run('wait', 1, 'c').then(note('c1')),
  ])

  expect(order).toEqual(['b1', 'c1', 'b2', 'b3'])
  await pool[Symbol.asyncDispose]()
  await Promise.all(held)
})

test('a tenant with too many waiting jobs is refused, other tenants are not', async () => {
  const { run } = open({ size: 2, maxWaitingPerTenant: 2 })
  const work = [1, 2].map(() => run('wait', 50, 'a'))

  await expect(run('wait', 50, 'a')).rejects.toMatchObject({ code: 'service_unavailable', retryAfterSeconds: 1 })
  expect(await run('wait', 1, 'b')).toBeTypeOf('number')
  await Promise.all(work)
})

test('a child that does not start fails the waiting jobs', async () => {
  const { run } = open({ entry: new URL('./no-such-file.ts', import.meta.url), size: 1 })
  await expect(run('echo', 1)).rejects.toMatchObject({ code: 'service_unavailable' })
})

test('the log has the end of what such a child printed, with the reason', async () => {
  const lines: string[] = []
  const log = pino({ level: 'error' }, { write: line => void lines.push(line) })
  const { run } = open({ entry: new URL('./wordy.fixture.ts', import.meta.url), size: 1, log })

  await expect(run('echo', 1)).rejects.toMatchObject({ code: 'service_unavailable' })

  expect(lines.join()).toContain('the reason, after all warnings')
})

test('children end with the pool', async () => {
  const { pool, run } = open()
  const pid = await pidOf(run)

  await pool[Symbol.asyncDispose]()

  await waitFor(() => !isAlive(pid))
  await expect(run('echo', 1)).rejects.toMatchObject({ code: 'service_unavailable' })
})

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

async function waitFor<T>(look: () => T | undefined | false): Promise<T> {
  for (;;) {
    const seen = look()
    if (seen) return seen
    await new Promise(resolve => setTimeout(resolve, 10))
  }
}
