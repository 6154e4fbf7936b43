import { expect, test } from 'vitest'
import { startSmtpSink } from '../sinks/smtp-sink.ts'
import { isRunning, postgresPid } from './data-folder.ts'
import { expectNoFault } from './faults-history.ts'
import { keys, smtpUrl } from './faults-roles.ts'
import { often, patience } from './faults-scale.ts'
import { startSenders } from './faults-senders.ts'
import { startService } from './service.ts'
import { usedDataFolder } from './used-data-folder.ts'

test('PostgreSQL killed under load: all that was accepted arrives, and each second copy was announced', {
  timeout: patience,
}, async () => {
  using folder = usedDataFolder()
  await using sink = await startSmtpSink({ tls: 'off', script: () => ({ delayMs: 5 }) })
  const env = { ...keys, LOG_LEVEL: 'fatal', POSTHORN_SMTP_URL: smtpUrl(sink) }
  await using service = await startService({ dataDir: folder.path, env })
  const { url, liveKey: key } = service
  await using senders = startSenders({ url, key, clients: 8, everyMs: 40 })

  for (let kill = 0; kill < often({ usually: 2, long: 40 }); kill++) {
    const before = sink.received
    await expect.poll(() => sink.received, { timeout: 20_000, interval: 5 }).toBeGreaterThan(before + 50)
    const postgres = postgresPid(folder.path) ?? 0
    process.kill(postgres, 'SIGKILL')
    await expect.poll(() => isRunning(postgres)).toBe(false)
    const lost = senders.accepted()
    await expect.poll(senders.accepted, { timeout: 10_000, message: 'accepts again' }).toBeGreaterThan(lost + 8)
  }
  await senders.stop()

  await expectNoFault({ url, key }, senders, sink)
  expect(senders.broken, 'the API is there all the time').toEqual([])
  expect(isRunning(service.pid)).toBe(true)
})
