/** Every fault again and again under load: nothing is lost, nothing is doubled in silence, nothing ends wrongly, nothing is stuck. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Email } from '@posthorn/contract/email'
import { expect, test } from 'vitest'
import { freePort } from '../sinks/free-port.ts'
import { startSmtpSink } from '../sinks/smtp-sink.ts'
import { seededChance } from './faults-chance.ts'
import { expectNoFault } from './faults-history.ts'
import { keys, smtpUrl } from './faults-roles.ts'
import { often, patience } from './faults-scale.ts'
import { startSenders } from './faults-senders.ts'
import { startService } from './service.ts'
import { usedDataFolder } from './used-data-folder.ts'

const most = often({ usually: 400, long: 10_000 })
const load = { clients: often({ usually: 8, long: 32 }), everyMs: often({ usually: 20, long: 100 }), most }

/** What the run was like, for whoever keeps the figures. */
function report(emails: readonly Pick<Email, 'events'>[]): void {
  const count = (type: string) => emails.filter(({ events }) => events.some(event => event.type === type)).length
  const counted = ['possible_duplicate', 'unconfirmed', 'delivery_delayed'].map(type => `${count(type)} ${type}`)
  process.stdout.write(`${emails.length} emails: ${counted.join(', ')}\n`)
}

test('the whole service killed again and again', { timeout: patience }, async () => {
  const chance = seededChance('the whole service killed')
  using folder = usedDataFolder()
  await using sink = await startSmtpSink({ tls: 'off', script: () => ({ delayMs: 5 }) })
  const port = await freePort()
  const env = { ...keys, LOG_LEVEL: 'fatal', PORT: String(port), POSTHORN_SMTP_URL: smtpUrl(sink) }
  const start = () => startService({ dataDir: folder.path, env })
  let service = await start()
  const { url, liveKey: key } = service
  await using senders = startSenders({ url, key, ...load })

  while (!senders.hasEnded()) {
    await pause(often({ usually: chance.between(500, 1_500), long: chance.between(3_000, 7_000) }))
    service.signal('SIGKILL')
    await service.exited
    service = await start()
  }
  await using _last = service

  const { emails } = await expectNoFault({ url, key }, senders, sink)
  report(emails)
  expect(senders.accepted()).toBeGreaterThanOrEqual(most)
})
