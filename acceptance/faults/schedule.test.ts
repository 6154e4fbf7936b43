import { setTimeout as pause } from 'node:timers/promises'
import type { Email } from '@posthorn/contract/messages/email-replies'
import type { Acknowledgment } from '@posthorn/contract/scalars'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SmtpSink, startSmtpSink } from '../../sinks/smtp-sink.ts'
import { inSeconds } from '../emails/sending.ts'
import { client } from '../http-client/client.ts'
import { onABusyMachine } from '../service/busy-machine.ts'
import { postgresPid } from '../service/data-folder.ts'
import { createOrganization } from '../service/operator.ts'
import { type Service, startService } from '../service/service.ts'
import { usedDataFolder } from '../service/used-data-folder.ts'
import type { Intent } from './checker.ts'
import { expectNoDuplicate, expectNoFault, fromNowOn } from './history.ts'
import { keys, smtpUrl } from './roles.ts'
import { often, testTimeoutMs } from './scale.ts'
import { startRecord } from './senders.ts'

/** Also records when each address was first named. The database has our clock: there is one machine. */
async function startTimedSink(): Promise<{ sink: SmtpSink; arrivals: Map<string, number> }> {
  const arrivals = new Map<string, number>()
  const sink = await startSmtpSink({
    tls: 'off',
    onStage({ stage, rcptTo }) {
      const address = rcptTo.at(-1) ?? ''
      if (stage === 'rcpt' && !arrivals.has(address)) arrivals.set(address, Date.now())
    },
  })
  return { sink, arrivals }
}

const start = (dataDir: string, sink: SmtpSink) =>
  startService({ dataDir, env: { ...keys, LOG_LEVEL: 'fatal', POSTHORN_SMTP_URL: smtpUrl(sink) } })

type Sending = ReturnType<typeof startRecord>
type Scheduled = Intent & { id: string; at: string }

const schedule = ({ send }: Sending, times: readonly string[]): Promise<Scheduled[]> =>
  Promise.all(times.map(async at => ({ ...(await send({ scheduled_for: at })), at })))

const folder = usedDataFolder()
let peer: Awaited<ReturnType<typeof startTimedSink>>
let service: Service
let startMs: number
beforeAll(async () => {
  peer = await startTimedSink()
  const began = Date.now()
  service = await start(folder.path, peer.sink)
  startMs = Date.now() - began
})
afterAll(async () => {
  for (const started of [service, peer?.sink]) await started?.[Symbol.asyncDispose]()
  folder[Symbol.dispose]()
})

test('scheduled emails survive the end of everything: none lost, none early, none more than 2 s late', {
  timeout: testTimeoutMs,
}, async () => {
  const { sink, arrivals } = peer
  const each = often({ usually: 40, long: 1_000 })
  const times = (from: number) => Array.from({ length: each }, (_, nth) => inSeconds(from + (nth % 50) / 14))
  const record = startRecord({ url: service.url, key: service.liveKey })
  // Some are due before the end, some while nothing runs, and the others after the next start, which may take longer than the
  // first.
  const early = await schedule(record, times(1))
  await expect.poll(() => sink.received, { timeout: 30_000 }).toBeGreaterThan(0)
  const scheduled = [...early, ...(await schedule(record, times(2 + (3 * startMs) / 1_000)))]
  await killWithDatabase(service)

  service = await start(folder.path, sink)
  const upAt = Date.now()
  await expectNoFault({ url: service.url, key: service.liveKey }, record, sink)

  const late = scheduled.flatMap(({ recipients, at }) =>
    recipients.map(one => ({ ms: (arrivals.get(one) ?? 0) - Date.parse(at), due: Date.parse(at) })),
  )
  expect(Math.min(...late.map(({ ms }) => ms)), 'milliseconds after its time').toBeGreaterThanOrEqual(0)
  const afterStart = late.map(({ ms, due }) => ms - Math.max(0, upAt - due))
  expect(Math.max(...afterStart), 'milliseconds late once it ran').toBeLessThanOrEqual(onABusyMachine(2_000))
  expect(Math.max(...late.map(({ due }) => due)), 'some were due later').toBeGreaterThan(upAt)
})

test('when a cancel and a release meet, exactly one wins', { timeout: testTimeoutMs }, async () => {
  const access = { url: service.url, key: (await createOrganization(folder.path)).live_key }
  const received = fromNowOn(peer.sink)
  const live = client(access.url, access.key)
  const record = startRecord(access)
  const pairs = often({ usually: 60, long: 1_000 })
  const scheduled = await schedule(
    record,
    Array.from({ length: pairs }, (_, nth) => inSeconds(2 + nth / 60)),
  )

  // Due emails are looked for twice a second: the release is somewhere in the half second after its time.
  const canceled = await Promise.all(
    scheduled.map(async ({ id, at }) => {
      await pause(Math.max(0, Date.parse(at) - Date.now() - 50 + Math.random() * 600))
      const { status } = await live.post<Acknowledgment>(`/v1/emails/${id}/cancel`)
      expect([200, 400]).toContain(status)
      return status === 200
    }),
  )

  const kept = new Set(scheduled.filter((_, nth) => canceled[nth]).map(({ id }) => id))
  expect(kept.size, 'some were canceled').toBeGreaterThan(0)
  expect(kept.size, 'some were sent').toBeLessThan(pairs)
  const statuses = [...kept].map(async id => (await live.get<Email>(`/v1/emails/${id}`)).body.status)
  expect(new Set(await Promise.all(statuses))).toEqual(new Set(['canceled']))
  // A canceled email has no copy and no price; the others are like any email.
  expectNoDuplicate(await expectNoFault(access, without(record, kept), received, { canceled: kept }))
})

const without = ({ intents, heard }: Sending, ids: ReadonlySet<string>) => {
  const keys = new Set(heard.filter(({ id = '' }) => ids.has(id)).map(({ key }) => key))
  const isLeft = ({ key }: { key: string }) => !keys.has(key)
  return { intents: intents.filter(isLeft), heard: heard.filter(isLeft) }
}

/** The database first, so that nothing is left to restart it. */
async function killWithDatabase(service: Service) {
  process.kill(postgresPid(service.dataDir) ?? 0, 'SIGKILL')
  service.signal('SIGKILL')
  await service.exited
}
