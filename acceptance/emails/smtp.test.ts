/** Mail from mail programs, including those that we did not write: they are used where they are installed. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { EmailAttachment } from '@posthorn/contract/messages/email-attachments'
import type { EmailListItem } from '@posthorn/contract/messages/email-replies'
import { createTransport } from 'nodemailer'
import { beforeAll, expect, inject, test, vi } from 'vitest'
import { findProgram } from '../../sinks/find-program.ts'
import { canRunPostfix, signingIn, startPostfix } from '../../sinks/postfix.ts'
import { type Client, client } from '../http-client/client.ts'
import type { Page } from '../http-client/page.ts'
import { newWord } from '../http-client/unique.ts'
import { createKey, createOrganization, type Organization } from '../service/operator.ts'
import { hello, readEmail, untilStatus } from './sending.ts'
import { idIn, submit } from './smtp-sending.ts'

const { url, dataDir, smtpPort } = inject('service')
let organization: Organization
let live: Client
beforeAll(async () => {
  organization = await createOrganization(dataDir)
  live = client(url, organization.live_key)
})

const run = promisify(execFile)
const rawOf = async (id: string) => (await live.get(`/v1/emails/${id}/raw`)).text
/** The email with this tag, once it exists. */
const tagged = (tag: string, as = live): Promise<EmailListItem> =>
  vi.waitFor(
    async () => {
      const { body } = await as.get<Page<EmailListItem>>(`/v1/emails?tag=${tag}`)
      expect(body.data).toHaveLength(1)
      return body.data[0] as EmailListItem
    },
    { timeout: 20_000, interval: 50 },
  )

test('nodemailer, with files, hidden recipients and STARTTLS: the message is shown, and leaves as it came', async () => {
  const fields = {
    ...{ from: 'Zoë <zoe@acme.test>', to: 'Ada <ada@example.com>', bcc: 'hidden@example.com', subject: 'Grüße 👋' },
    ...{ text: 'Hello, Ada.', html: '<p>Hello, <b>Ada</b></p>', messageId: '<own@acme.test>' },
    attachments: [{ filename: 'ä.txt', content: 'file' }],
  }

  const id = idIn(await submit(smtpPort, organization.live_key, fields))

  const email = await untilStatus(live, id)
  expect(email).toMatchObject({
    ...{ from: 'Zoë <zoe@acme.test>', to: ['ada@example.com'], subject: 'Grüße 👋', captured: true },
    ...{ html: '<p>Hello, <b>Ada</b></p>\n', text: 'Hello, Ada.\n', message_id: 'own@acme.test' },
  })
  const recipients = new Set(email.events.map(({ data }) => data.recipient))
  expect(recipients).toEqual(new Set([undefined, 'ada@example.com', 'hidden@example.com']))
  const raw = await rawOf(id)
  expect(raw).toContain('Message-ID: <own@acme.test>')
  expect(raw).not.toContain('hidden@')
  const { body: files } = await live.get<{ data: EmailAttachment[] }>(`/v1/emails/${id}/attachments`)
  expect(files.data).toMatchObject([{ filename: 'ä.txt', type: 'text/plain', size: 4 }])
  expect(await (await fetch(files.data[0]?.download_url ?? '')).text()).toBe('file')
})

test('bytes: nothing is added to a complete message, and our headers do not leave', async () => {
  const message =
    'Received: by app\r\nFrom: hello@acme.test\r\nDATE:  Tue, 17 Nov 2026 09:00:00 +0000\r\nMessage-Id: <1@acme.test>\r\nX-Odd:   a\r\n\tb  \r\n\r\n. dot \t\r\n'
  const tag = newWord()
  const transport = createTransport({
    ...{ host: '127.0.0.1', port: smtpPort, ignoreTLS: true, auth: { user: 'x', pass: organization.live_key } },
  })
  const { response } = await transport.sendMail({
    envelope: { from: 'bounce@acme.test', to: ['ada@example.com'] },
    raw: `X-Posthorn-Tags: ${tag}\r\nX-SMTPAPI: {}\r\nBcc: ada@example.com\r\n${message}`,
  })
  transport.close()

  await untilStatus(live, idIn(response))
  expect(await rawOf(idIn(response))).toBe(message)
  expect((await tagged(tag)).id).toBe(idIn(response))
})

test('a test key sends in the test environment', async () => {
  const id = idIn(await submit(smtpPort, organization.test_key))

  expect((await readEmail(client(url, organization.test_key), id)).subject).toBe(hello.subject)
  expect((await live.get(`/v1/emails/${id}`)).status).toBe(404)
})

test('a key without the permission, and an unknown one, get a 535', async () => {
  const { key } = await createKey(dataDir, organization, 'live', 'emails:read')

  expect(await submit(smtpPort, key)).toBe('535 5.7.8 This API key lacks the permission emails:send.')
  expect(await submit(smtpPort, 'tx_live_nobody')).toMatch(/^535 5\.7\.8 The password must be a valid API key/)
})

test('the same idempotency key again: one email', async () => {
  const headers = { 'Resend-Idempotency-Key': newWord(), 'X-PM-Tag': newWord() }

  const ids = [await submit(smtpPort, organization.live_key, { headers })]
  ids.push(await submit(smtpPort, organization.live_key, { headers }))

  expect(ids[1]).toBe(ids[0])
  expect((await tagged(headers['X-PM-Tag'])).id).toBe(idIn(ids[0] ?? ''))
})

test('a scheduled time, and tracking: the message is taken apart, and has our pixel', async () => {
  const later = { headers: { 'X-Posthorn-Scheduled-For': '2099-01-01T00:00:00Z' } }
  const tracked = { html: '<p>Hello</p>', headers: { 'X-PM-TrackOpens': 'true' } }

  expect((await readEmail(live, idIn(await submit(smtpPort, organization.live_key, later)))).status).toBe('scheduled')
  const id = idIn(await submit(smtpPort, organization.live_key, tracked))
  await untilStatus(live, id)
  expect(await rawOf(id)).toContain('/t/o/')
})

test('over the quota of its plan: 452, and nothing is stored', async () => {
  const free = await createOrganization(dataDir, 'free')
  const to = (count: number) => Array.from({ length: count }, (_, nth) => `r${nth}@example.com`)

  expect(await submit(smtpPort, free.live_key, { to: to(50) })).toMatch(/^250 /)
  expect(await submit(smtpPort, free.live_key, { to: to(50) })).toMatch(/^250 /)
  expect(await submit(smtpPort, free.live_key)).toMatch(/^452 4\.7\.0 /)
})

test.skipIf(!findProgram('swaks'))('swaks, with AUTH LOGIN inside TLS', async () => {
  const tag = newWord()
  await run(findProgram('swaks') ?? '', [
    ...['--server', '127.0.0.1', '--port', String(smtpPort), '--tls', '--auth', 'LOGIN', '--auth-user', 'anybody'],
    ...['--auth-password', organization.live_key, '--from', 'hello@acme.test', '--to', 'ada@example.com'],
    ...['--header', `X-Posthorn-Tags: ${tag}`, '--body', 'Hello from swaks'],
  ])

  expect((await readEmail(live, (await tagged(tag)).id)).text).toContain('Hello from swaks')
})

const python = `
import smtplib, ssl, sys
from email.message import EmailMessage
port, key, tag = sys.argv[1:]
message = EmailMessage()
message['From'], message['To'], message['Subject'] = 'hello@acme.test', 'ada@example.com', 'Grüße'
message['X-Posthorn-Tags'] = tag
message.set_content('Hello from Python')
context = ssl.create_default_context()
context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
with smtplib.SMTP('127.0.0.1', int(port)) as smtp:
    smtp.starttls(context=context)
    smtp.login('anybody', key)
    smtp.send_message(message)
`

test.skipIf(!findProgram('python3'))("Python's smtplib", async () => {
  const tag = newWord()
  await run(findProgram('python3') ?? '', ['-c', python, String(smtpPort), organization.live_key, tag])

  expect(await readEmail(live, (await tagged(tag)).id)).toMatchObject({ subject: 'Grüße', text: 'Hello from Python\n' })
})

test.skipIf(!canRunPostfix())('Postfix as a client, which relays mail from programs on its machine', async () => {
  const tag = newWord()
  await using postfix = await startPostfix(smtpPort, signingIn(smtpPort, organization.live_key))
  const transport = createTransport({ host: '127.0.0.1', port: postfix?.port ?? 0, ignoreTLS: true })
  await transport.sendMail({ ...hello, headers: { 'X-Posthorn-Tags': tag } })
  transport.close()

  const { id } = await tagged(tag)
  expect(await rawOf(id)).toContain('by postfix.acme.test (Postfix)')
})
