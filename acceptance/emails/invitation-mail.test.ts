import { expect, test, vi } from 'vitest'
import { startSmtpSink } from '../../sinks/smtp-sink.ts'
import { goodPassword, visitor } from '../http-client/console-visitor.ts'
import { startService } from '../service/service.ts'
import { setUpToken } from '../service/set-up-link.ts'
import { usedDataFolder } from '../service/used-data-folder.ts'

test('an installation that sends mail emails the link of an invitation, and shows it to nobody', async () => {
  using folder = usedDataFolder()
  await using sink = await startSmtpSink()
  const env = { POSTHORN_SMTP_URL: `smtp://127.0.0.1:${sink.port}`, POSTHORN_MAIL_FROM: 'Us <posthorn@us.example>' }
  await using service = await startService({ dataDir: folder.path, env })
  const owner = visitor(service.url)
  const account = { name: 'Ada', email: 'ada@example.com', password: goodPassword }
  await owner.post('/console/set-up', { ...account, token: setUpToken(folder.path) })
  const { body: session } = await owner.get<{ organizations: { id: string }[] }>('/console/session')
  const there = owner.at({ organization: session.organizations[0]?.id ?? '' })

  const { status, body } = await there.post('/console/invitations', { email: 'grace@example.com', role: 'viewer' })

  expect(status).toBe(201)
  expect(JSON.stringify(body)).not.toContain('token')
  await vi.waitFor(() => expect(sink.messages).toHaveLength(1), { timeout: 10_000 })
  const [mail] = sink.messages
  expect(mail?.rcptTo).toEqual(['grace@example.com'])
  const text = String(mail?.raw).replace(/=\r\n/g, '').replaceAll('=3D', '=')
  expect(text).toContain('\r\nAuto-Submitted: auto-generated\r\n')
  const token = /invitation\?token=(\S+)/.exec(text)?.[1] ?? ''
  const grace = visitor(service.url)
  const joined = await grace.post('/console/invitations/accept', { token, name: 'Grace', password: goodPassword })
  expect(joined.status).toBe(200)
  expect((await there.get<{ data: unknown[] }>('/v1/emails')).body.data).toEqual([])
})
