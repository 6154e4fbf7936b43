import { setTimeout as pause } from 'node:timers/promises'
import type { Email } from '@posthorn/contract/email'
import type { Acknowledgment } from '@posthorn/contract/scalars'
import { expect, test } from 'vitest'
import { type SmtpSink, startSmtpSink } from '../sinks/smtp-sink.ts'
import { client } from './client.ts'
import { postgresPid } from './data-folder.ts'
import { inSeconds } from './email-sending.ts'
import type { Intent } from './faults-checker.ts'
import { expectNoDuplicate, expectNoFault } from './faults-history.ts'
import { keys, smtpUrl } from './faults-roles.ts'
import { often, patience } from './faults-scale.ts'
import { startRecord } from './faults-senders.ts'
import { type Service, startService } from './service.ts'
import { usedDataFolder } from './used-data-folder.ts'

/** Also tells when each address was first named. The database's clock is ours: there is one machine. */
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

test('scheduled emails outlive the end of everything: none lost, none early, none more than 2 s late', {
  timeout: patience,
}, async () => {
  using folder = usedDataFolder()
  const { sink, arrivals } = await startTimedSink()
  await using _sink = sink
  await using first = await start(folder.path, sink)
  // Some are due before the end, some while nothing runs, some after.
  const times = Array.from({ length: often({ usually: 100, long: 2_000 }) }, (_, nth) =>
    inSeconds(1 + (nth % 100) / 14),
  )
  const record = startRecord({ url: first.url, key: first.liveKey })
  const scheduled = await schedule(record, times)
  await expect.poll(() => sink.received, { timeout: 10_000 }).toBeGreaterThan(0)
  await killWithDatabase(first)

  await using second = await start(folder.path, sink)
  const upAt = Date.now()
  await expectNoFault({ url: second.url, key: second.liveKey }, record, sink)

  const late = scheduled.flatMap(({ recipients, at }) =>
    recipients.map(one => ({ ms: (arrivals.get(one) ?? 0) - Date.parse(at), due: Date.parse(at) })),
  )
  expect(Math.min(...late.map(({ ms }) => ms)), 'milliseconds after its time').toBeGreaterThanOrEqual(0)
  const afterStart = late.map(({ ms, due }) => ms - Math.max(0, upAt - due))
  expect(Math.max(...afterStart), 'milliseconds late once it ran').toBeLessThanOrEqual(2_000)
  expect(Math.max(...late.map(({ due }) => due)), 'some were due later').toBeGreaterThan(upAt)
})

test('of a cancel and a release that meet exactly one wins', { timeout: patience }, async () => {
  using folder = usedDataFolder()
  const { sink } = await startTimedSink()
  await using _sink = sink
  await using service = await start(folder.path, sink)
  const live = client(service.url, service.liveKey)
  const record = startRecord({ url: service.url, key: service.liveKey })
  const pairs = often({ usually: 60, long: 1_000 })
  const scheduled = await schedule(
    record,
    Array.from({ length: pairs }, (_, nth) => inSeconds(2 + nth / 60)),
  )

  // What is due is looked for twice a second: the moment of release is somewhere in the half second after its time.
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
  // What was canceled has no copy and no price; what was not is as any other email.
  expectNoDuplicate(
    await expectNoFault({ url: service.url, key: service.liveKey }, without(record, kept), sink, { canceled: kept }),
  )
})

const without = ({ intents, heard }: Sending, ids: ReadonlySet<string>) => {
  const keys = new Set(heard.filter(({ id = '' }) => ids.has(id)).map(({ key }) => key))
  const isLeft = ({ key }: { key: string }) => !keys.has(key)
  return { intents: intents.filter(isLeft), heard: heard.filter(isLeft) }
}

/** The database first, so that nobody is left to bring it back. */
async function killWithDatabase(service: Service) {
  process.kill(postgresPid(service.dataDir) ?? 0, 'SIGKILL')
  service.signal('SIGKILL')
  await service.exited
}
