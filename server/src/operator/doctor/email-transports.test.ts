import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseConfig } from '#setup/config.ts'
import { startDnsStub } from '../../../../sinks/dns-stub.ts'
import { startSesSink } from '../../../../sinks/ses-sink.ts'
import { startSmtpSink } from '../../../../sinks/smtp-sink.ts'
import { trustTheSink } from '../../../testing/trust-the-sink.ts'
import { emptyFolder } from '../terminal.fixture.ts'
import { checkEmailTransports } from './email-transports.ts'

const look = (environment: Record<string, string>, timeoutMs?: number) =>
  checkEmailTransports(parseConfig({ POSTHORN_HOSTNAME: 'mail.acme.test', ...environment }), timeoutMs)
const lookAtRelay = (url: string, timeoutMs?: number) => look({ POSTHORN_SMTP_URL: url }, timeoutMs)

const auth = { user: 'ada', pass: 'right' }

test('without a transport, the doctor says that email is captured', async () => {
  expect(await look({})).toMatchObject([{ status: 'warning', message: 'Live email is captured, not sent.' }])
})

test('a relay is checked up to the login, and no message is sent', async () => {
  trustTheSink()
  await using sink = await startSmtpSink({ auth })

  const checks = await lookAtRelay(`smtp://ada:right@127.0.0.1:${sink.port}`)

  expect(checks).toMatchObject([
    {
      status: 'ok',
      message: expect.stringMatching(
        /^Relay 127\.0\.0\.1:\d+ answers, encrypted \(TLSv1\.3\), and accepts the login\.$/,
      ),
    },
  ])
  await expect.poll(() => sink.commands.at(-1)?.line, { timeout: 10_000 }).toBe('QUIT')
  expect(sink.commands.map(({ line }) => line.split(' ')[0])).toEqual(['EHLO', 'STARTTLS', 'EHLO', 'AUTH', 'QUIT'])
  expect(JSON.stringify(checks)).not.toContain('right@')
})

test('an unencrypted relay is reported as unencrypted', async () => {
  await using sink = await startSmtpSink({ tls: 'off' })

  const [check] = await lookAtRelay(sink.url)

  expect(check).toMatchObject({ status: 'ok', message: expect.stringContaining('unencrypted, without a login') })
})

test('for smtps:// on a port without TLS from the start, the message says to use smtp://', async () => {
  await using sink = await startSmtpSink({ tls: 'off' })

  const [check] = await lookAtRelay(sink.url.replace('smtp:', 'smtps:'))

  expect(check).toMatchObject({
    status: 'error',
    message: expect.stringContaining('(use smtp:// instead of smtps://)'),
  })
})

test('a wrong password is an error with the reply of the relay', async () => {
  trustTheSink()
  await using sink = await startSmtpSink({ auth })

  const [check] = await lookAtRelay(`smtp://ada:wrong@127.0.0.1:${sink.port}`)

  expect(check).toMatchObject({ status: 'error', message: expect.stringMatching(/fails at the login: 535 /) })
  expect(check?.advice).toContain('user name and password')
})

test('an untrusted certificate is an error when there is a login', async () => {
  await using sink = await startSmtpSink({ auth })

  const [check] = await lookAtRelay(`smtp://ada:right@127.0.0.1:${sink.port}`)

  expect(check).toMatchObject({ status: 'error', message: expect.stringMatching(/fails at TLS: .*self.signed/) })
})

test('an untrusted certificate of a smtps:// relay is told as that, not as a wrong host or port', async () => {
  await using sink = await startSmtpSink({ auth, tls: 'implicit' })

  const [check] = await lookAtRelay(`smtps://ada:right@127.0.0.1:${sink.port}`)

  expect(check).toMatchObject({
    status: 'error',
    message: expect.stringContaining('fails at TLS'),
    advice: expect.stringContaining('from an authority that this machine trusts'),
  })
})

test('unreachable and silent relays are checked in parallel, within the timeout', async () => {
  await using mute = await startSmtpSink({ tls: 'off', script: { banner: { after: 'stall' } } })
  const relays = ['smtp://127.0.0.1:1', mute.url, 'capture'].join(',')

  const checks = await look({ POSTHORN_EMAIL_TRANSPORTS: relays }, 300)

  expect(checks).toMatchObject([
    {
      status: 'error',
      message: expect.stringContaining('fails at connecting: Connection to 127.0.0.1:1 failed: ECONNREFUSED'),
    },
    { status: 'error', message: expect.stringMatching(/no answer within 0\.3 s|took too long/) },
    { status: 'warning' },
  ])
})

test('direct delivery needs working DNS and a host name with an address', async () => {
  await using dns = await startDnsStub({ 'mail.acme.test': { A: ['192.0.2.1'] } })
  const lookDirect = async () => {
    const settings = { POSTHORN_EMAIL_TRANSPORTS: 'direct', POSTHORN_DNS_SERVERS: dns.server }
    const [check] = await look(settings, 500)
    return check
  }

  expect(await lookDirect()).toMatchObject({
    status: 'ok',
    message: expect.stringContaining('mail.acme.test (192.0.2.1)'),
  })
  delete dns.table['mail.acme.test']
  expect(await lookDirect()).toMatchObject({ status: 'warning', message: expect.stringContaining('no address in DNS') })
  for (const mishap of ['refused', 'silent'] as const) {
    dns.table['mail.acme.test'] = mishap
    expect(await lookDirect()).toMatchObject({ status: 'error', message: expect.stringContaining(dns.server) })
  }
})

test('the name of each source must resolve to its addresses', async () => {
  await using dns = await startDnsStub({
    'mail.acme.test': { A: ['192.0.2.1'] },
    'mail1.acme.test': { A: ['192.0.2.1'], AAAA: ['2001:db8:0:0::1'] },
  })
  const file = join(emptyFolder(), 'delivery.json')
  const sources = {
    'mail1.acme.test': { addresses: ['192.0.2.1', '2001:db8::1'] },
    'mail2.acme.test': { addresses: ['192.0.2.2'] },
  }
  writeFileSync(file, JSON.stringify({ sources }))
  const settings = {
    POSTHORN_EMAIL_TRANSPORTS: 'direct',
    POSTHORN_DNS_SERVERS: dns.server,
    POSTHORN_DELIVERY_FILE: file,
  }

  const [astray] = await look(settings, 500)
  dns.table['mail2.acme.test'] = { A: ['192.0.2.2'] }
  const [right] = await look(settings, 500)

  expect(astray).toMatchObject({
    status: 'warning',
    message: expect.stringContaining('192.0.2.2 as mail2.acme.test'),
  })
  expect(right).toMatchObject({ status: 'ok' })
})

test('Amazon SES is asked for the state of the account', async () => {
  const access = { accessKey: 'AKIAEXAMPLE', secretKey: 'right', region: 'eu-west-1' }
  await using sink = await startSesSink({ ...access, account: { ProductionAccessEnabled: false } })
  const url = `ses://AKIAEXAMPLE@eu-west-1?endpoint=${sink.url}`
  const ask = (secret: string) => look({ POSTHORN_SES_URL: url, POSTHORN_SES_SECRET_KEY: secret })

  expect(await ask('right')).toMatchObject([{ status: 'warning', message: expect.stringContaining('sandbox') }])
  expect(await ask('wrong')).toMatchObject([
    { status: 'error', message: expect.stringMatching(/^Amazon SES in eu-west-1 fails: 403 /) },
  ])
})
