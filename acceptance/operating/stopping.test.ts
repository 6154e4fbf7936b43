import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { isLong } from '../faults/scale.ts'
import { ask, client } from '../http-client/client.ts'
import { type Attempt, startLoad } from '../http-client/load.ts'
import { onABusyMachine } from '../service/busy-machine.ts'
import { isRunning, newDataFolder, postgresPid } from '../service/data-folder.ts'
import { compileCache, program, run, type Service, startService } from '../service/service.ts'
import { usedDataFolder } from '../service/used-data-folder.ts'

/** A machine that is too busy may say so, stopping or not. */
const isBad = ({ answer }: Attempt) =>
  answer && answer.status !== 201 && !(answer.status === 503 && answer.headers['retry-after'])

/** Stopped within 10 s with code 0, and its PostgreSQL with it, cleanly. */
async function expectCleanEnd({ exited, dataDir, output }: Service, postgres: number, askedAt: number) {
  expect(await exited).toEqual({ code: 0, signal: null })
  expect(performance.now() - askedAt, 'milliseconds until it ended').toBeLessThan(onABusyMachine(10_000))
  expect(isRunning(postgres), 'PostgreSQL has ended').toBe(false)
  expect(postgresPid(dataDir), 'PostgreSQL has left no postmaster.pid').toBeUndefined()
  expect(output(), 'no error in the log').not.toMatch(/"level":[56]0/)
}

test.each(isLong ? (['SIGTERM', 'SIGINT'] as const) : (['SIGTERM'] as const))(
  '%s under load: no request fails, and it ends cleanly, even with clients that are silent or never finish',
  async signal => {
    using folder = usedDataFolder()
    await using service = await startService({ dataDir: folder.path })
    const postgres = postgresPid(folder.path) ?? 0
    const load = startLoad(service.url, service.testKey, { clients: 8 })
    await expect.poll(load.created, { timeout: 40_000 }).toBeGreaterThan(100)
    const halfSent = beginRequest(service, { email: `slow@${signal.toLowerCase()}.example.com` })
    const neverFinished = beginRequest(service, { email: 'never@finished.example.com' })
    const { hostname, port } = new URL(service.url)
    const silent = connect(Number(port), hostname)
    await client(service.url, service.testKey).get('/v1/contacts')
    await Promise.all([halfSent.begun, neverFinished.begun])
    const readiness = watchReadiness(service.url)
    await expect.poll(() => readiness.statuses.length).toBeGreaterThan(0)

    const askedAt = performance.now()
    service.signal(signal)
    await Promise.all([load.ended, readiness.ended])
    const late = await halfSent.finish()

    expect(late.status).toBe(201)
    expect(late.connection).toBe('close')
    expect(readiness.statuses.join(' '), 'its keepers are told').toMatch(/^(200 )+(503 ?)+$/)
    const cutOff = load.attempts.filter(({ failure }) => failure && failure.code !== 'ECONNREFUSED')
    expect(cutOff, 'connections that were cut off').toEqual([])
    expect(load.attempts.filter(isBad), 'answers other than 201').toEqual([])
    await expectCleanEnd(service, postgres, askedAt)
    silent.destroy()
    neverFinished.abandon()
    const logged = service.output().split('Stop with Ctrl-C.')[1] ?? ''
    expect(logged, 'the log names nobody').not.toMatch(/example\.com|tx_test_/)
  },
)

test('Ctrl-C while the first start is still preparing is not lost, and the next start works', async () => {
  using folder = newDataFolder()
  const env = { ...compileCache, PORT: '0', POSTHORN_DATA_DIR: folder.path }
  const { child, printed, exited } = run(program('start'), { cwd: folder.path, env })
  await expect.poll(() => printed.stdout, { timeout: 30_000, interval: 5 }).toMatch(/preparing/)

  const askedAt = performance.now()
  child.kill('SIGINT')
  const exit = await exited

  // Where preparing takes longer than the limit it ends in the middle, and the next start works all the same.
  if (performance.now() - askedAt < 9_000) {
    expect(exit).toEqual({ code: 0, signal: null })
    expect(postgresPid(folder.path)).toBeUndefined()
  } else expect(exit.signal).toBeNull()
  await using service = await startService({ dataDir: folder.path })
  expect((await client(service.url, service.testKey).get('/v1/contacts')).status).toBe(200)
})

/** A request of which the service has the head and half the body, on its own connection. */
function beginRequest({ url, testKey }: Service, body: object) {
  const payload = JSON.stringify(body)
  const half = Math.ceil(payload.length / 2)
  const outgoing = request(`${url}/v1/contacts`, {
    method: 'POST',
    agent: false,
    headers: {
      authorization: `Bearer ${testKey}`,
      'content-type': 'application/json',
      'content-length': payload.length,
      expect: '100-continue',
    },
  })
  const answered = new Promise<{ status: number | undefined; connection: string | undefined }>((resolve, reject) => {
    outgoing.once('response', incoming => {
      incoming.resume()
      resolve({ status: incoming.statusCode, connection: incoming.headers.connection })
    })
    outgoing.on('error', reject)
  })
  answered.catch(() => {})
  // The service has sent "100 Continue": it certainly has the head.
  const begun = new Promise<void>(resolve => outgoing.once('continue', resolve)).then(() => {
    outgoing.write(payload.slice(0, half))
  })
  outgoing.flushHeaders()
  return {
    begun,
    finish() {
      outgoing.end(payload.slice(half))
      return answered
    },
    abandon: () => outgoing.destroy(),
  }
}

/** Polls /readyz until nothing listens any more. */
function watchReadiness(url: string) {
  const statuses: number[] = []
  async function watch() {
    for (;;) {
      const answer = await ask(url, { path: '/readyz', agent: new Agent() }).catch(() => undefined)
      if (!answer) return
      statuses.push(answer.status)
    }
  }
  return { statuses, ended: watch() }
}
