import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freePort } from '../../sinks/free-port.ts'
import { startSmtpSink } from '../../sinks/smtp-sink.ts'
import { eventTypes, readEmail, send } from '../emails/sending.ts'
import { client } from '../http-client/client.ts'
import { newDataFolder } from '../service/data-folder.ts'
import { posthorn } from '../service/operator.ts'
import { startService } from '../service/service.ts'
import { usedDataFolder } from '../service/used-data-folder.ts'

test('a backup of a running service is restored elsewhere, and its mail waits there until the operator releases it', async () => {
  using folder = usedDataFolder()
  using elsewhere = newDataFolder()
  const file = join(folder.path, 'posthorn.backup')
  const awayEnv = { POSTHORN_SMTP_URL: `smtp://127.0.0.1:${await freePort()}?tls=off` }
  const { liveKey: POSTHORN_LIVE_KEY, id } = await (async () => {
    await using service = await startService({ dataDir: folder.path, env: awayEnv })
    const { id } = await send(client(service.url, service.liveKey), { to: 'ada@example.com' })
    await posthorn(folder.path, 'backup', file)
    return { liveKey: service.liveKey, id }
  })()

  await posthorn(elsewhere.path, 'restore', file)
  await using sink = await startSmtpSink({ tls: 'off' })
  const env = { POSTHORN_SMTP_URL: `smtp://127.0.0.1:${sink.port}?tls=off`, POSTHORN_LIVE_KEY }
  await using service = await startService({ dataDir: elsewhere.path, env })
  const live = client(service.url, POSTHORN_LIVE_KEY)
  const sent = await send(live, { to: 'bob@example.com' })
  for (const one of [id, sent.id])
    expect((await readEmail(live, one)).waiting_for).toMatch(/^Waiting for the operator: this is a restored copy of /)
  expect(service.output()).toContain('nothing is sent: this is a restored copy')
  expect(sink.messages).toEqual([])

  await posthorn(elsewhere.path, 'resume', '--open', 'send')

  await expect.poll(() => sink.messages.length, { timeout: 20_000 }).toBe(2)
  expect(sink.messages.flatMap(one => one.rcptTo).toSorted()).toEqual(['ada@example.com', 'bob@example.com'])
  expect(eventTypes(await readEmail(live, id))).toContain('possible_duplicate')
  expect(eventTypes(await readEmail(live, sent.id))).not.toContain('possible_duplicate')
}, 90_000)
