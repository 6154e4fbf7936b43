import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { Fatal } from '#core/fatal.ts'
import { parseConfig } from './config.ts'

test('without any setting the service listens on this machine only, with a database of its own', () => {
  expect(parseConfig({})).toEqual({
    port: 3000,
    host: '127.0.0.1',
    dataDir: resolve('./data'),
    databaseUrl: null,
    liveKey: null,
    testKey: null,
    publicUrl: null,
    logLevel: 'info',
    allowUnsafeDatabase: false,
    smtpUrl: null,
    emailTransports: null,
    relayIsFinal: false,
    senderDomains: null,
    mailFrom: null,
    hostname: null,
    dnsServers: null,
    spamd: null,
    smppUrl: null,
    deliveryFile: null,
    carriersFile: null,
    rateCard: null,
    trustedProxies: [],
    scannerNetworks: [],
    geoipFile: null,
    inboundSmtpPort: null,
    inboundSmtpHost: null,
    workerPort: null,
    snsTopics: [],
    encryptionKey: null,
    webhookAddresses: null,
    mxAddresses: null,
    environment: {},
  })
})

test.each([
  ['POSTHORN_SMTP_ULR', 'There is no setting POSTHORN_SMTP_ULR. Did you mean POSTHORN_SMTP_URL?'],
  ['POSTHORN_EMAIL_TRANSPORT', 'There is no setting POSTHORN_EMAIL_TRANSPORT. Did you mean POSTHORN_EMAIL_TRANSPORTS?'],
  ['POSTHORN_RELAY', 'There is no setting POSTHORN_RELAY. All of them are in docs/settings.md.'],
])('a name that is none is refused: %s', (name, sentence) => {
  expect(() => parseConfig({ [name]: 'x' })).toThrow(new Fatal(sentence))
})

test.each(['POSTHORN_API_KEY', 'POSTHORN_SERVICE_HOST', 'POSTHORN_PORT_3000_TCP', 'POSTHORN_PORT', 'POSTHORNS_NAME'])(
  '%s is somebody else’s',
  name => {
    expect(parseConfig({ [name]: 'tcp://10.0.0.1:3000' }).port).toBe(3000)
  },
)

test('an empty setting counts as not set', () => {
  expect(parseConfig({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({ port: 3000, databaseUrl: null })
})

test.each([
  ['PORT', 'abc'],
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['PORT', '3000.5'],
  ['HOST', 'http://localhost'],
  ['POSTHORN_SMTP_URL', 'mail.example.com'],
  ['POSTHORN_SMTP_URL', 'smtp://mail.example.com?tls=of'],
  ['POSTHORN_SMTP_URL', 'smtps://mail.example.com?tls=off'],
  ['POSTHORN_EMAIL_TRANSPORTS', 'direct,fax'],
  ['POSTHORN_RELAY_IS_FINAL', 'yes'],
  ['POSTHORN_SENDER_DOMAINS', 'some'],
  ['POSTHORN_HOSTNAME', 'localhost'],
  ['POSTHORN_DNS_SERVERS', 'dns.example.com'],
  ['POSTHORN_SPAMD', 'localhost'],
  ['POSTHORN_SPAMD', 'localhost:0'],
  ['POSTHORN_SPAMD', '::1:783'],
  ['POSTHORN_SPAMD', 'http://localhost:783'],
  ['POSTHORN_SMPP_URL', 'smsc.example.net'],
  ['POSTHORN_SMPP_URL', 'smpp://smsc.example.net'],
  ['POSTHORN_SMPP_URL', 'smpp://user:secret@smsc.example.net?windo=5'],
  ['POSTHORN_TRUSTED_PROXIES', '10.0.0.0/33'],
  ['POSTHORN_TRUSTED_PROXIES', '10.0.0.1,proxy.example.com'],
  ['POSTHORN_SCANNER_NETWORKS', 'all'],
  ['HOST', 'a b'],
  ['POSTHORN_INBOUND_SMTP_PORT', 'smtp'],
  ['POSTHORN_INBOUND_SMTP_HOST', 'smtp://0.0.0.0:25'],
  ['POSTHORN_WORKER_PORT', '65536'],
  ['POSTHORN_SNS_TOPICS', 'bounces'],
  ['POSTHORN_SNS_TOPICS', 'arn:aws:sns:eu-west-1:123456789012:bounces,arn:aws:sqs:eu-west-1:123456789012:b'],
  ['POSTHORN_ENCRYPTION_KEY', 'a'.repeat(32)],
  ['POSTHORN_ENCRYPTION_KEY', 'a'.repeat(63)],
  ['POSTHORN_WEBHOOK_ADDRESSES', 'all'],
  ['POSTHORN_MX_ADDRESSES', 'all'],
  ['POSTHORN_MAIL_FROM', 'example.com'],
  ['POSTHORN_MAIL_FROM', 'Posthorn <a@example.com>, b@example.com'],
  ['DATABASE_URL', 'mysql://localhost/x'],
  ['DATABASE_URL', 'localhost'],
  ['POSTHORN_LIVE_KEY', 'tx_test_aaaaaaaaaaaaaaaaaaaa'],
  ['POSTHORN_LIVE_KEY', 'tx_live_aaaaaaaaaaaaaaaaaaa'],
  ['POSTHORN_TEST_KEY', 'tx_live_aaaaaaaaaaaaaaaaaaaa'],
  ['POSTHORN_TEST_KEY', 'tx_test_aaaaaaaaaa aaaaaaaaaa'],
  ['POSTHORN_PUBLIC_URL', 'mail.example.com'],
  ['POSTHORN_PUBLIC_URL', 'ftp://mail.example.com'],
  ['LOG_LEVEL', 'loud'],
  ['POSTHORN_ALLOW_UNSAFE_DATABASE', 'yes'],
])('%s=%s stops the start with a line that names it', (name, value) => {
  expect(() => parseConfig({ [name]: value })).toThrow(new RegExp(`^${name} must be `))
  expect(() => parseConfig({ [name]: value })).toThrow(Fatal)
})

test('the encryption key is 32 bytes, as base64 or as hex digits', () => {
  const key = Buffer.from('0123456789abcdef0123456789ABCDE?')

  for (const text of [key.toString('base64'), key.toString('base64url'), key.toString('hex')])
    expect(parseConfig({ POSTHORN_ENCRYPTION_KEY: text }).encryptionKey).toEqual(key)
})

test('every wrong setting is named at once', () => {
  expect(() => parseConfig({ PORT: 'x', LOG_LEVEL: 'y' })).toThrow(/PORT must be .*\nLOG_LEVEL must be /)
})

test('keys and passwords are never repeated', () => {
  const said = (environment: Record<string, string>) => {
    try {
      return parseConfig(environment)
    } catch (error) {
      return String(error)
    }
  }

  const text = said({ POSTHORN_LIVE_KEY: 'tx_live_short', DATABASE_URL: 'mysql://u:hunter2@h/d' })
  expect(text).toContain('POSTHORN_LIVE_KEY')
  expect(text).toContain('DATABASE_URL')
  expect(text).not.toMatch(/tx_live_short|hunter2/)
})

test.each([
  [{ PORT: '0' }, { port: 0 }],
  [{ HOST: '::1' }, { host: '::1' }],
  [{ POSTHORN_SPAMD: 'spam.internal:783' }, { spamd: { host: 'spam.internal', port: 783 } }],
  [{ POSTHORN_SPAMD: '[::1]:783' }, { spamd: { host: '::1', port: 783 } }],
  [{ POSTHORN_LIVE_KEY: 'tx_live_aaaaaaaaaaaaaaaaaaaa' }, { liveKey: 'tx_live_aaaaaaaaaaaaaaaaaaaa' }],
  [{ POSTHORN_MAIL_FROM: 'Us <us@example.com>' }, { mailFrom: { name: 'Us', address: 'us@example.com' } }],
  [{ POSTHORN_MAIL_FROM: 'us@example.com' }, { mailFrom: { name: null, address: 'us@example.com' } }],
  [{ POSTHORN_PUBLIC_URL: 'https://mail.example.com/' }, { publicUrl: 'https://mail.example.com' }],
  [{ DATABASE_URL: 'postgresql://u:p@h:5432/d' }, { databaseUrl: 'postgresql://u:p@h:5432/d' }],
])('%j is taken', (environment, expected) => {
  expect(parseConfig(environment)).toMatchObject(expected)
})

test('a relay among the transports needs an address', () => {
  const relay = { POSTHORN_EMAIL_TRANSPORTS: 'relay,direct', POSTHORN_HOSTNAME: 'mail.example.com' }

  expect(() => parseConfig(relay)).toThrow(/^POSTHORN_EMAIL_TRANSPORTS names relay, so POSTHORN_SMTP_URL must be set/)
  expect(parseConfig({ ...relay, POSTHORN_SMTP_URL: 'smtp://mail.example.com' })).toMatchObject({
    emailTransports: ['relay', 'direct'],
  })
})

test('mail is not delivered directly under a name that others cannot look up', () => {
  const direct = { POSTHORN_EMAIL_TRANSPORTS: 'direct' }

  expect(() => parseConfig(direct)).toThrow(/^POSTHORN_EMAIL_TRANSPORTS names direct, so POSTHORN_HOSTNAME must be set/)
  expect(() => parseConfig({ ...direct, POSTHORN_HOSTNAME: 'mail.lan' })).toThrow(/must be set to the full name/)
  expect(parseConfig({ ...direct, POSTHORN_HOSTNAME: 'mail.example.com' })).toMatchObject({
    hostname: 'mail.example.com',
  })
})
