import { expect, test } from 'vitest'
import { startSmtpSink } from '../../sinks/smtp-sink.ts'
import { ask, client } from '../http-client/client.ts'
import { startService } from '../service/service.ts'
import { usedDataFolder } from '../service/used-data-folder.ts'
import { send } from './sending.ts'

test('a relay that refuses our password causes one warning for all messages, without password or recipient', async () => {
  using folder = usedDataFolder()
  await using sink = await startSmtpSink({ tls: 'off', auth: { user: 'relay-user', pass: 'another' } })
  const env = { POSTHORN_SMTP_URL: `smtp://relay-user:relay-secret@127.0.0.1:${sink.port}?tls=off` }
  await using service = await startService({ dataDir: folder.path, env })
  const live = client(service.url, service.liveKey)
  const warnings = () =>
    service
      .output()
      .split('\n')
      .filter(line => line.includes('"level":40') && line.includes('"destination":'))

  for (let nth = 0; nth < 10; nth++) await send(live, { to: 'recipient@example.com' })
  await expect.poll(warnings, { timeout: 20_000 }).toHaveLength(1)
  const metrics = async () => (await ask(service.url, { path: '/metrics' })).text
  await expect.poll(metrics, { timeout: 20_000 }).toMatch(/^posthorn_destinations_failing 1$/m)

  expect(warnings()).toEqual([
    expect.stringMatching(/"destination":"relay 127\.0\.0\.1:\d+","reply":"535 .*a destination fails/),
  ])
  expect(await metrics()).toMatch(/^posthorn_attempts_total\{kind="email",transport="relay",result="deferred"\} [1-9]/m)
  expect(service.output()).not.toMatch(/relay-secret|recipient@example/)
}, 60_000)
