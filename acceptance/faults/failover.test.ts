/** The machine of the primary ends, again and again under load: another one takes over, and nothing that was accepted is lost. */
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { lackingForCluster, startPostgresCluster } from '../../sinks/postgres-cluster.ts'
import { startSmtpSink } from '../../sinks/smtp-sink.ts'
import { newDataFolder } from '../service/data-folder.ts'
import { expectNoFault } from './history.ts'
import { keys, migrate, startApi, startWorker } from './roles.ts'
import { isLong, often, testTimeoutMs } from './scale.ts'
import { startSenders } from './senders.ts'

const lacking = lackingForCluster()

test.skipIf(!isLong || lacking)(
  `the primary of three ends, five times${lacking ? ` (not tried: no ${lacking})` : ''}`,
  {
    timeout: testTimeoutMs,
  },
  async () => {
    await using cluster = await startPostgresCluster()
    using folder = newDataFolder()
    const bench = { databaseUrl: cluster.url, folder: folder.path, liveKey: keys.POSTHORN_LIVE_KEY }
    await migrate(bench)
    await using sink = await startSmtpSink({ tls: 'off', script: () => ({ delayMs: 5 }) })
    await using roles = new AsyncDisposableStack()
    const env = { ...keys, LOG_LEVEL: 'fatal', POSTHORN_SMTP_URL: 'smtp://127.0.0.1:1?tls=off' }
    const api = roles.use(await startApi(bench, { env }))
    roles.use(await startWorker(bench, sink))
    roles.use(await startWorker(bench, sink))
    const access = { url: api.url, key: bench.liveKey }
    const clients = 16
    await using senders = startSenders({ ...access, clients, everyMs: 50, giveUpAfterMs: 120_000 })

    const outages: number[] = []
    for (let nth = 0; nth < often({ usually: 1, long: 5 }); nth++) {
      await pause(3_000)
      const killed = await cluster.killPrimary()
      const began = Date.now()
      const before = senders.accepted()
      // More than were already on their way.
      const accepts = () => senders.accepted() > before + clients
      await expect.poll(accepts, { timeout: 100_000, interval: 20, message: 'accepts again' }).toBe(true)
      outages.push(Date.now() - began)
      await cluster.revive(killed)
    }
    await senders.stop()

    const { emails } = await expectNoFault(access, senders, sink)
    const named = emails.filter(({ events }) => events.some(({ type }) => type === 'possible_duplicate')).length
    const refused = senders.heard.filter(({ status }) => status >= 300).length
    process.stdout.write(
      `the primary ends: ${emails.length} emails, away for ${outages.join(', ')} ms, ${refused} answers of 503 meanwhile, ${named} possible_duplicate\n`,
    )
    expect(senders.broken, 'the API is there all the time').toEqual([])
    expect(Math.max(...outages), 'back within the lease').toBeLessThan((cluster.leaseSeconds + 10) * 1_000)
  },
)
