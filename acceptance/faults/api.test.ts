import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SmtpSink, startSmtpSink } from '../../sinks/smtp-sink.ts'
import { createOrganization } from '../service/operator.ts'
import { startCommitWire } from './commit-wire.ts'
import { expectNoDuplicate, expectNoFault, fromNowOn } from './history.ts'
import { type Bench, killDuringRequests, portOf, type Role, startApi, startBench, startWorker } from './roles.ts'
import { often, testTimeoutMs } from './scale.ts'
import { startSenders } from './senders.ts'

let bench: Bench
let sink: SmtpSink
let api: Role
let worker: Role
beforeAll(async () => {
  bench = await startBench()
  sink = await startSmtpSink({ tls: 'off', script: () => ({ delayMs: 5 }) })
  ;[api, worker] = await Promise.all([startApi(bench), startWorker(bench, sink)])
})
afterAll(async () => {
  for (const started of [api, worker, sink]) await started?.[Symbol.asyncDispose]()
  bench?.[Symbol.dispose]()
})

/** Replaces the one that has ended, where clients find it again. */
const replaceApi = async () => {
  api = await startApi(bench, { port: portOf(api) })
}

const load = { clients: often({ usually: 8, long: 16 }), everyMs: often({ usually: 50, long: 20 }) }

test('the API killed under load: cut-off requests are repeated and become one email each', {
  timeout: testTimeoutMs,
}, async () => {
  const access = { url: api.url, key: bench.liveKey }
  const received = fromNowOn(sink)
  await using senders = startSenders({ ...access, ...load })

  for (let kill = 0; kill < often({ usually: 1, long: 40 }); kill++) {
    const yes = senders.accepted()
    await expect.poll(senders.accepted, { timeout: 20_000, interval: 5 }).toBeGreaterThan(yes + load.clients)
    await pause(randomInt(500))
    await killDuringRequests(api, { ...senders, ...load })
    await replaceApi()
    const before = senders.accepted()
    await expect.poll(senders.accepted, { timeout: 10_000, message: 'accepts again' }).toBeGreaterThan(before)
  }
  await senders.stop()

  expect(senders.broken.filter(code => code !== 'ECONNREFUSED').length, 'some requests were cut off').toBeGreaterThan(0)
  expectNoDuplicate(await expectNoFault(access, senders, received))
})

test('commits that never reach the database, or whose answer never comes back: an accepted request is one email all the same', {
  timeout: testTimeoutMs,
}, async () => {
  const { live_key: key } = await createOrganization(bench.folder)
  const received = fromNowOn(sink)
  await using wire = await startCommitWire(bench.databaseUrl)
  await using cutOff = await startApi(bench, { databaseUrl: wire.url })
  await using senders = startSenders({ url: cutOff.url, key, clients: 8, everyMs: load.everyMs })

  for (let cut = 0; cut < often({ usually: 12, long: 400 }); cut++) {
    await wire.cutNext(cut % 2 ? 'after' : 'before')
    await pause(randomInt(50))
  }
  await senders.stop()

  expectNoDuplicate(await expectNoFault({ url: cutOff.url, key }, senders, received))
  expect(new Set(senders.heard.map(({ status }) => status))).toEqual(new Set([200, 503]))
  expect(senders.broken, 'the API is there all the time').toEqual([])
})

test('API and worker asked to stop under load: no request fails, nothing is lost, nothing comes twice', {
  timeout: testTimeoutMs,
}, async () => {
  const { live_key: key } = await createOrganization(bench.folder)
  const received = fromNowOn(sink)
  await using senders = startSenders({ url: api.url, key, ...load })

  const logged: string[] = []
  for (let stop = 0; stop < often({ usually: 1, long: 20 }); stop++) {
    const arrived = sink.received
    await expect.poll(() => sink.received, { timeout: 20_000 }).toBeGreaterThan(arrived + 50)
    logged.push(await expectCleanExit(worker, 30_000))
    worker = await startWorker(bench, sink)
    const before = senders.broken.length
    logged.push(await expectCleanExit(api, 10_000))
    const broken = senders.broken.slice(before).filter(code => code !== 'ECONNREFUSED')
    expect(broken, 'nothing worse than a closed door').toEqual([])
    await replaceApi()
  }
  await senders.stop()

  expectNoDuplicate(await expectNoFault({ url: api.url, key }, senders, received))
  expect(logged.join(''), 'no error in the log').not.toMatch(/"level":[56]0/)
})

/** Returns what it has logged. */
async function expectCleanExit(role: Role, withinMs: number): Promise<string> {
  const askedAt = performance.now()
  role.signal('SIGTERM')
  expect(await role.exited, role.output()).toEqual({ code: 0, signal: null })
  expect(performance.now() - askedAt, 'milliseconds until it ended').toBeLessThan(withinMs)
  return role.output()
}
