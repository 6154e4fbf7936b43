import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { freePort } from '../../sinks/free-port.ts'
import { send, untilStatus } from '../emails/sending.ts'
import { ask, client } from '../http-client/client.ts'
import { familyOf, isRunning, postgresPid } from '../service/data-folder.ts'
import { type Service, startService } from '../service/service.ts'
import { usedDataFolder } from '../service/used-data-folder.ts'

const startWith = (dataDir: string, workers: string, env = {}) =>
  startService({ dataDir, env: { ...env, POSTHORN_WORKERS: workers } })

const readiness = async ({ url }: Service) => (await ask(url, { path: '/readyz' })).status

/** Without PostgreSQL, and without the processes for text, which are started when they are needed. */
function workersOf({ pid, dataDir }: Service): number[] {
  const postgres = new Set(familyOf(postgresPid(dataDir) ?? 0))
  return familyOf(pid).filter(one => one !== pid && !postgres.has(one))
}

test('a worker that is killed is replaced, what it did is done, and it does not outlive the service', async () => {
  using folder = usedDataFolder()
  await using service = await startWith(folder.path, '1')
  const live = client(service.url, service.liveKey)
  const [worker = 0, ...others] = workersOf(service)
  expect(others).toEqual([])

  process.kill(worker, 'SIGKILL')
  const meanwhile = await Promise.all(Array.from({ length: 20 }, () => send(live)))
  for (const { id } of meanwhile) await untilStatus(live, id)
  await expect.poll(() => readiness(service), { timeout: 20_000 }).toBe(200)
  const [replacement = 0] = workersOf(service)
  expect(replacement).not.toBe(worker)
  expect(service.output()).toContain('"code":"SIGKILL","msg":"a worker process ended and is being replaced"')

  service.signal('SIGKILL')
  await service.exited
  await expect.poll(() => isRunning(replacement)).toBe(false)
}, 60_000)

test('several workers share the work, their figures are added up, and they stop with the service', async () => {
  using folder = usedDataFolder()
  // Only one of them can open this port.
  const inboundPort = await freePort()
  await using service = await startWith(folder.path, '2', { POSTHORN_INBOUND_SMTP_PORT: String(inboundPort) })
  const live = client(service.url, service.liveKey)
  const metrics = async () => (await ask(service.url, { path: '/metrics' })).text
  const workers = workersOf(service)
  expect(workers).toHaveLength(2)

  const sent = await Promise.all(Array.from({ length: 40 }, () => send(live)))
  for (const { id } of sent) await untilStatus(live, id)
  const counted = 'posthorn_attempts_total{kind="email",transport="capture",result="accepted"} 40'
  await expect.poll(metrics).toContain(counted)
  // Of one process each: added up, the first would be nonsense.
  expect(await metrics()).toMatch(/^process_start_time_seconds 1[0-9]{9}$/m)

  expect(await service.stop()).toEqual({ code: 0, signal: null })
  expect(workers.filter(isRunning)).toEqual([])
}, 60_000)

test('a worker that cannot start ends the service with its reason', async () => {
  using folder = usedDataFolder()
  await using taken = createServer()
  await new Promise<void>(resolve => taken.listen(0, '127.0.0.1', resolve))
  const { port } = Object(taken.address())

  const started = startWith(folder.path, '1', { POSTHORN_INBOUND_SMTP_PORT: String(port) })

  await expect(started).rejects.toThrow(
    /ended with 1 before it was running[\s\S]*The port for returned mail cannot be opened \(POSTHORN_INBOUND_SMTP_PORT\)/,
  )
}, 60_000)
