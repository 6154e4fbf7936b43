import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { freePort } from '../../sinks/free-port.ts'
import { submit } from '../emails/smtp-sending.ts'
import { often } from '../faults/scale.ts'
import { ask } from '../http-client/client.ts'
import { startLoad } from '../http-client/load.ts'
import { expectBack, expectOutage } from '../http-client/outage.ts'
import { type ApiRole, startApiRole } from '../service/api-role.ts'
import { postgresUrl } from '../service/data-folder.ts'
import { type FaultProxy, startFaultProxy } from '../service/fault-proxy.ts'

const { dataDir, testKey } = inject('service')
let wire: FaultProxy
/** The API alone, behind a wire that can be cut without affecting other tests. */
let api: ApiRole & { key: string }
let smtpPort: number

beforeAll(async () => {
  wire = await startFaultProxy(postgresUrl(dataDir))
  smtpPort = await freePort()
  const env = { POSTHORN_SUBMISSION_PORT: String(smtpPort), POSTHORN_SENDER_DOMAINS: 'any' }
  api = { ...(await startApiRole(wire.url, dataDir, env)), key: testKey }
})

afterAll(async () => {
  wire?.become('open')
  for (const started of [api, wire]) await started?.[Symbol.asyncDispose]()
})

test('a database that refuses connections: 503 within 2 s on everything, alive, not ready, and back by itself', async () => {
  await expectBack(api)

  wire.become('reset')
  // Longer than a key is cached, so that the look-up of the caller meets the outage, too.
  for (const later of [0, 1_200]) {
    await pause(later)
    await expectOutage(api, 2_000)
  }

  wire.become('open')
  await expectBack(api)
  expect(api.isAlive(), api.output()).toBe(true)
})

test('a mail program gets a 451 while the database refuses connections, and is served when it is back', async () => {
  await expectBack(api)
  expect(await submit(smtpPort, testKey)).toMatch(/^250 /)

  wire.become('reset')
  await expect.poll(() => submit(smtpPort, testKey)).toMatch(/^451 4\.3\.0 /)

  wire.become('open')
  await expect.poll(() => submit(smtpPort, testKey), { timeout: 10_000 }).toMatch(/^250 /)
})

test('a database that falls silent: 503, never a hang, and back by itself', async () => {
  await expectBack(api)

  wire.become('silent')
  await expectOutage(api, 10_000)

  wire.become('reset')
  wire.become('open')
  await expectBack(api)
})

test('connections that are cut again and again under load: 2xx or 503, and the process lives', async () => {
  const load = startLoad(api.url, api.key, { clients: 8 })
  for (let cut = 0; cut < 15; cut++) {
    await pause(100)
    wire.become('reset')
    wire.become('open')
  }
  await expectBack(api)
  await load.stop()

  const statuses = new Set(load.attempts.map(({ answer, failure }) => answer?.status ?? failure?.code))
  expect([...statuses].sort()).toEqual([201, 503])
  expect(api.isAlive()).toBe(true)
})

test('memory stays flat while the database is away', async () => {
  const resident = async () => {
    const { text } = await ask(api.url, { path: '/metrics' })
    return Number(/^process_resident_memory_bytes (\S+)/m.exec(text)?.[1]) / 1e6
  }
  wire.become('reset')
  await startAndStopLoad(500)
  const before = await resident()

  await startAndStopLoad(often({ usually: 1_500, long: 4_000 }))

  const after = await resident()
  wire.become('open')
  await expectBack(api)
  expect(after - before, `MB more than ${before}`).toBeLessThan(50)
})

async function startAndStopLoad(ms: number) {
  const load = startLoad(api.url, api.key, { clients: 16 })
  await pause(ms)
  await load.stop()
  expect(new Set(load.attempts.map(({ answer }) => answer?.status))).toEqual(new Set([503]))
}
