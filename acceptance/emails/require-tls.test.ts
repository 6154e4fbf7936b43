import type { Domain } from '@posthorn/contract/messages/domains'
import type { Explanation } from '@posthorn/contract/messages/explanation'
import { expect, test } from 'vitest'
import { startSmtpSink } from '../../sinks/smtp-sink.ts'
import { client } from '../http-client/client.ts'
import { goodPassword, visitor } from '../http-client/console-visitor.ts'
import { startService } from '../service/service.ts'
import { setUpToken } from '../service/set-up-link.ts'
import { usedDataFolder } from '../service/used-data-folder.ts'
import { send, untilStatus } from './sending.ts'

test('email of a domain that demands TLS is deferred by a relay without it, says why, and holds up no other', async () => {
  using folder = usedDataFolder()
  await using sink = await startSmtpSink({ tls: 'off' })
  const env = { POSTHORN_SMTP_URL: `smtp://127.0.0.1:${sink.port}` }
  await using service = await startService({ dataDir: folder.path, env })
  const visit = visitor(service.url)
  const account = { name: 'Ada', email: 'ada@example.com', password: goodPassword }
  await visit.post('/console/set-up', { ...account, token: setUpToken(folder.path) })
  const { body: session } = await visit.get<{ organizations: { id: string }[] }>('/console/session')
  const owner = visit.at({ organization: session.organizations[0]?.id ?? '' })
  const { body: domain } = await owner.post<Domain>('/v1/domains', { name: 'sealed.test' })
  const changed = await owner.patch<Domain>(`/v1/domains/${domain.id}`, { require_tls: true })
  expect(changed.body).toMatchObject({ name: 'sealed.test', require_tls: true, tracking_host: null })
  const live = client(service.url, service.liveKey)

  const sealed = await send(live, { from: 'a@sealed.test', require_tls: false })
  const open = await send(live, { from: 'a@open.test' })

  await untilStatus(live, sealed.id, 'delivery_delayed')
  await untilStatus(live, open.id, 'sent')
  const { body } = await live.get<Explanation>(`/v1/emails/${sealed.id}/explain`)
  expect(JSON.stringify(body)).toContain('does not meet the TLS requirement of the sender')
  expect(sink.messages.map(({ mailFrom }) => mailFrom)).toEqual(['a@open.test'])
})
