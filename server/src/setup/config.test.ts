import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { Fatal } from '#core/fatal.ts'
import { parseConfig } from './config.ts'

test('without any setting the service listens on this machine only, with its own database', () => {
  expect(parseConfig({})).toEqual({
    port: 3000,
    host: '127.0.0.1',
    dataDir: resolve('./data'),
    databaseUrl: null,
    databaseDirectUrl: null,
    databaseReadUrl: null,
    liveKey: null,
    testKey: null,
    publicUrl: null,
    logLevel: 'info',
    allowUnsafeDatabase: false,
    smtpUrl: null,
    emailTransports: null,
    relayIsFinal: false,
    ses: null,
    sesSecretKey: null,
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
    submissionPort: null,
    submissionTlsPort: null,
    submissionHost: null,
    submissionCertificateFile: null,
    submissionKeyFile: null,
    workerPort: null,
    databaseConnections: null,
    workers: null,
    messagesAtOnce: 500,
    auditLogDays: 400,
    requestLogDays: 7,
    drainSeconds: 0.3,
    stopSeconds: null,
    doors: ['resend', 'sendgrid', 'postmark', 'twilio'],
    snsTopics: [],
    mailgunSigningKey: null,
    postmarkPassword: null,
    sendgridPublicKey: null,
    resendSigningSecret: null,
    bodies: { kind: 'postgres' },
    bodiesAccessKey: null,
    bodiesSecretKey: null,
    encryptionKey: null,
    webhookAddresses: null,
    mxAddresses: null,
    oidcIssuer: null,
    oidcClientId: null,
    oidcClientSecret: null,
    oidcName: 'single sign-on',
    oidcGroupsFile: null,
    oidcTrustedDomains: [],
    passwordSignIn: true,
    otlpEndpoint: null,
    otlpHeaders: {},
    tracesRatio: 1,
    environment: {},
  })
})

test.each([
  ['POSTHORN_SMTP_ULR', 'There is no setting POSTHORN_SMTP_ULR. Did you mean POSTHORN_SMTP_URL?'],
  ['POSTHORN_EMAIL_TRANSPORT', 'There is no setting POSTHORN_EMAIL_TRANSPORT. Did you mean POSTHORN_EMAIL_TRANSPORTS?'],
  ['POSTHORN_SMTP_URL_FIEL', 'There is no setting POSTHORN_SMTP_URL_FIEL. Did you mean POSTHORN_SMTP_URL_FILE?'],
  [
    'POSTHORN_PUBLIC_URL_FILE',
    'There is no setting POSTHORN_PUBLIC_URL_FILE. All settings are listed in docs/settings.md.',
  ],
  ['POSTHORN_RELAY', 'There is no setting POSTHORN_RELAY. All settings are listed in docs/settings.md.'],
])('an unknown name is refused: %s', (name, sentence) => {
  expect(() => parseConfig({ [name]: 'x' })).toThrow(new Fatal(sentence))
})

test.each([
  'POSTHORN_API_KEY',
  'POSTHORN_URL',
  'POSTHORN_SERVICE_HOST',
  'POSTHORN_PORT_3000_TCP',
  'POSTHORN_PORT',
  'POSTHORNS_NAME',
])('%s is not a setting of the service and is ignored', name => {
  expect(parseConfig({ [name]: 'tcp://10.0.0.1:3000' }).port).toBe(3000)
})

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
  ['POSTHORN_DNS_SERVERS', '999.1.1.1'],
  ['POSTHORN_DNS_SERVERS', '9.9.9.9:99999'],
  ['POSTHORN_SPAMD', 'localhost'],
  ['POSTHORN_SPAMD', 'localhost:0'],
  ['POSTHORN_SPAMD', '::1:783'],
  ['POSTHORN_SPAMD', 'http://localhost:783'],
  ['POSTHORN_SMTP_URL', 'smtp://user:100%@smtp.example.com'],
  ['POSTHORN_SMTP_URL', 'smtp://user:secret@smtp.example.com:0'],
  ['POSTHORN_EMAIL_TRANSPORTS', 'smtp://us%er@smtp.example.com,capture'],
  ['POSTHORN_SMPP_URL', 'smsc.example.net'],
  ['POSTHORN_SMPP_URL', 'smpp://user:100%@smsc.example.net'],
  ['POSTHORN_SMPP_URL', 'smpp://smsc.example.net'],
  ['POSTHORN_SMPP_URL', 'smpp://user:secret@smsc.example.net?windo=5'],
  ['POSTHORN_TRUSTED_PROXIES', '10.0.0.0/33'],
  ['POSTHORN_TRUSTED_PROXIES', '10.0.0.1,proxy.example.com'],
  ['POSTHORN_SCANNER_NETWORKS', 'all'],
  ['HOST', 'a b'],
  ['POSTHORN_INBOUND_SMTP_PORT', 'smtp'],
  ['POSTHORN_INBOUND_SMTP_HOST', 'smtp://0.0.0.0:25'],
  ['POSTHORN_SUBMISSION_PORT', 'smtp'],
  ['POSTHORN_SUBMISSION_TLS_PORT', '99999'],
  ['POSTHORN_SUBMISSION_HOST', 'smtp://0.0.0.0:587'],
  ['POSTHORN_WORKER_PORT', '65536'],
  ['POSTHORN_DATABASE_CONNECTIONS', '19'],
  ['POSTHORN_MESSAGES_AT_ONCE', '1e3'],
  ['POSTHORN_DRAIN_SECONDS', '-1'],
  ['POSTHORN_STOP_SECONDS', '5'],
  ['POSTHORN_SNS_TOPICS', 'bounces'],
  ['POSTHORN_SNS_TOPICS', 'arn:aws:sns:eu-west-1:123456789012:bounces,arn:aws:sqs:eu-west-1:123456789012:b'],
  ['POSTHORN_ENCRYPTION_KEY', 'a'.repeat(32)],
  ['POSTHORN_ENCRYPTION_KEY', 'a'.repeat(63)],
  ['POSTHORN_WEBHOOK_ADDRESSES', 'all'],
  ['POSTHORN_MX_ADDRESSES', 'all'],
  ['POSTHORN_OIDC_ISSUER', 'http://id.example.com'],
  ['POSTHORN_OIDC_ISSUER', 'id.example.com'],
  ['POSTHORN_OIDC_ISSUER', 'https://login.microsoftonline.com/common/v2.0'],
  ['POSTHORN_OIDC_ISSUER', 'https://login.microsoftonline.com/organizations/v2.0'],
  ['POSTHORN_OIDC_NAME', 'x'.repeat(41)],
  ['POSTHORN_OIDC_TRUSTED_DOMAINS', 'example.com, *'],
  ['POSTHORN_PASSWORD_SIGN_IN', 'no'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'localhost:4318'],
  ['OTEL_TRACES_SAMPLER_ARG', '2'],
  ['POSTHORN_BODIES', 'disk'],
  ['POSTHORN_BODIES', 'file:bodies'],
  ['POSTHORN_BODIES', 'file:./bodies'],
  ['POSTHORN_BODIES', 'file:///100%'],
  ['POSTHORN_BODIES', 'file:///a%00b'],
  ['POSTHORN_BODIES', 's3://key:secret@bodies'],
  ['POSTHORN_BODIES_ACCESS_KEY', 'two words'],
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
  ['POSTHORN_PUBLIC_URL', 'https://user:password@mail.example.com'],
  ['POSTHORN_PUBLIC_URL', 'https://mail.example.com/?from=dns'],
  ['LOG_LEVEL', 'loud'],
  ['POSTHORN_ALLOW_UNSAFE_DATABASE', 'yes'],
])('%s=%s stops the start with one line that names the setting', (name, value) => {
  expect(() => parseConfig({ [name]: value })).toThrow(new RegExp(`^${name} must be .*$`))
  expect(() => parseConfig({ [name]: value })).toThrow(Fatal)
})

test('the encryption key is 32 bytes, as base64 or as hex digits', () => {
  const key = Buffer.from('0123456789abcdef0123456789ABCDE?')

  for (const text of [key.toString('base64'), key.toString('base64url'), key.toString('hex')])
    expect(parseConfig({ POSTHORN_ENCRYPTION_KEY: text }).encryptionKey).toEqual(key)
})

test.each([
  ['POSTHORN_DATA_DIR', '"/data"'],
  ['POSTHORN_OIDC_CLIENT_SECRET', "'a secret'"],
  ['POSTHORN_MAILGUN_SIGNING_KEY', '"key-0123456789"'],
])('%s in quotes, as from docker --env-file, is refused without being shown', (name, text) => {
  expect(() => parseConfig({ [name]: text })).toThrow(
    `${name} is in quotes, which count as a part of it here. Leave them out.`,
  )
})

test('a name in quotes before an address is no setting in quotes', () => {
  expect(parseConfig({ POSTHORN_MAIL_FROM: '"Acme, Inc." <hello@acme.example>' }).mailFrom).not.toBeNull()
})

test('a long value is named with its beginning', () => {
  expect(() => parseConfig({ PORT: 'x'.repeat(100_000) })).toThrow(/, not "x{100}…"\.$/)
})

test('a stop that leaves no time after the drain is refused', () => {
  const settings = { POSTHORN_DRAIN_SECONDS: '10', POSTHORN_STOP_SECONDS: '14.9' }

  expect(() => parseConfig(settings)).toThrow(
    /POSTHORN_STOP_SECONDS must be at least 5 more than POSTHORN_DRAIN_SECONDS/,
  )
  expect(parseConfig({ ...settings, POSTHORN_STOP_SECONDS: '15' })).toMatchObject({ drainSeconds: 10, stopSeconds: 15 })
})

test('every wrong setting is named at once', () => {
  expect(() => parseConfig({ PORT: 'x', LOG_LEVEL: 'y' })).toThrow(/PORT must be .*\nLOG_LEVEL must be /)
})

const said = (environment: Record<string, string>): string => {
  try {
    return JSON.stringify(parseConfig(environment))
  } catch (error) {
    return String(error)
  }
}

test('keys and passwords are never repeated', () => {
  const text = said({ POSTHORN_LIVE_KEY: 'tx_live_short', DATABASE_URL: 'mysql://u:hunter2@h/d' })

  expect(text).toContain('POSTHORN_LIVE_KEY')
  expect(text).toContain('DATABASE_URL')
  expect(text).not.toMatch(/tx_live_short|hunter2/)
})

function folder() {
  const made = mkdtempDisposableSync(join(tmpdir(), 'posthorn-secrets-'))
  const write = (content: string | Buffer, name = 'secret') => {
    writeFileSync(join(made.path, name), content)
    return join(made.path, name)
  }
  return { path: made.path, write, [Symbol.dispose]: () => made.remove() }
}

test.each([
  ['DATABASE_URL', 'databaseUrl', 'postgres://u:p@h:5432/d'],
  ['POSTHORN_LIVE_KEY', 'liveKey', 'tx_live_aaaaaaaaaaaaaaaaaaaa'],
  ['POSTHORN_TEST_KEY', 'testKey', 'tx_test_aaaaaaaaaaaaaaaaaaaa'],
  ['POSTHORN_SMTP_URL', 'smtpUrl', 'smtp://u:p@mail.example.com'],
  ['POSTHORN_EMAIL_TRANSPORTS', 'emailTransports', 'smtp://u:p@a.example.com,capture'],
  ['POSTHORN_SMPP_URL', 'smppUrl', 'smpp://u:p@smsc.example.net'],
  ['POSTHORN_ENCRYPTION_KEY', 'encryptionKey', 'ab'.repeat(32)],
] as const)('%s may be in a file that ends with a line break', (name, field, value) => {
  using files = folder()

  expect(parseConfig({ [`${name}_FILE`]: files.write(`${value}\r\n`) })[field]).toEqual(
    parseConfig({ [name]: value })[field],
  )
})

test('a secret that is set both directly and by a file is refused', () => {
  using files = folder()
  const url = 'postgres://u:hunter2@h/d'

  expect(() => parseConfig({ DATABASE_URL: url, DATABASE_URL_FILE: files.write(url) })).toThrow(
    new Fatal('DATABASE_URL and DATABASE_URL_FILE are both set: only one of them may be.'),
  )
  expect(parseConfig({ DATABASE_URL: url, DATABASE_URL_FILE: ' ' }).databaseUrl).toBe(url)
})

test.each([
  ['is empty', '\n'],
  ['is larger than 16384 bytes', 'hunter2'.repeat(3_000)],
  ['contains more than one line of text', 'postgres://u:hunter2@h/d\nhunter2'],
  ['is not UTF-8 text', Buffer.from([0x68, 0x75, 0xff])],
])('a secret file that %s is refused', (fault, content) => {
  using files = folder()

  const text = said({ DATABASE_URL_FILE: files.write(content) })
  expect(text).toBe(`Fatal: DATABASE_URL_FILE names a file that ${fault}.`)
})

test('a file that cannot be read is refused at once, and the value of the setting is not shown', () => {
  using files = folder()
  const pipe = join(files.path, 'pipe')
  execFileSync('sh', ['-c', 'mkfifo "$0"', pipe])
  const closed = files.write('tx_live_aaaaaaaaaaaaaaaaaaaa', 'closed')
  chmodSync(closed, 0o000)

  const begin = 'Fatal: POSTHORN_LIVE_KEY_FILE names a file that'
  expect(said({ POSTHORN_LIVE_KEY_FILE: 'tx_live_hunter2' })).toBe(`${begin} does not exist.`)
  expect(said({ POSTHORN_LIVE_KEY_FILE: files.path })).toBe(`${begin} is a folder, a pipe or a device.`)
  expect(said({ POSTHORN_LIVE_KEY_FILE: pipe })).toBe(`${begin} is a folder, a pipe or a device.`)
  // Root can read every file.
  if (process.getuid?.() !== 0)
    expect(said({ POSTHORN_LIVE_KEY_FILE: closed })).toBe(`${begin} this account is not allowed to read.`)
})

test('a file with an invalid value is refused by the name of the setting, and its content is not shown', () => {
  using files = folder()

  const text = said({ POSTHORN_LIVE_KEY_FILE: files.write('tx_live_hunter2') })
  expect(text).toMatch(/^Fatal: POSTHORN_LIVE_KEY must be /)
  expect(text).not.toContain('hunter2')
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
])('%j is accepted', (environment, expected) => {
  expect(parseConfig(environment)).toMatchObject(expected)
})

test.each([
  ['DATABASE_DIRECT_URL', 'databaseDirectUrl'],
  ['DATABASE_READ_URL', 'databaseReadUrl'],
] as const)('%s needs DATABASE_URL', (name, field) => {
  const [url, other] = ['postgres://u:p@h:6432/d', 'postgres://u:p@h:5432/d']

  expect(() => parseConfig({ [name]: other })).toThrow(
    new Fatal(`${name} is set, so DATABASE_URL must be set as well.`),
  )
  expect(parseConfig({ [name]: other, DATABASE_URL: url })[field]).toBe(other)
})

test('a relay among the transports needs an address', () => {
  const relay = { POSTHORN_EMAIL_TRANSPORTS: 'relay,direct', POSTHORN_HOSTNAME: 'mail.example.com' }

  expect(() => parseConfig(relay)).toThrow(/^POSTHORN_EMAIL_TRANSPORTS names relay, so POSTHORN_SMTP_URL must be set/)
  expect(parseConfig({ ...relay, POSTHORN_SMTP_URL: 'smtp://mail.example.com' })).toMatchObject({
    emailTransports: ['relay', 'direct'],
  })
})

test('Amazon SES among the transports needs its URL, and the URL needs its secret', () => {
  const ses = { POSTHORN_SES_URL: 'ses://AKIAEXAMPLE@eu-west-1' }
  const secret = { POSTHORN_SES_SECRET_KEY: 'a/secret+key' }

  expect(() => parseConfig({ POSTHORN_EMAIL_TRANSPORTS: 'ses' })).toThrow(
    new Fatal('POSTHORN_EMAIL_TRANSPORTS names ses, so POSTHORN_SES_URL must be set.'),
  )
  expect(() => parseConfig(ses)).toThrow(
    new Fatal('POSTHORN_SES_URL is set, so POSTHORN_SES_SECRET_KEY must be set as well.'),
  )
  expect(parseConfig({ ...ses, ...secret })).toMatchObject({
    ses: { accessKey: 'AKIAEXAMPLE', region: 'eu-west-1' },
    sesSecretKey: 'a/secret+key',
  })
})

test.each([
  ['POSTHORN_POSTMARK_PASSWORD', 'short'],
  ['POSTHORN_SENDGRID_PUBLIC_KEY', 'MFkw'],
  ['POSTHORN_RESEND_SIGNING_SECRET', 're_123'],
])('%s must be the key that the provider shows, or long enough', (name, text) => {
  expect(() => parseConfig({ [name]: text })).toThrow(`${name} must be`)
})

test('direct delivery needs a hostname that other servers can look up', () => {
  const direct = { POSTHORN_EMAIL_TRANSPORTS: 'direct' }

  expect(() => parseConfig(direct)).toThrow(/^POSTHORN_EMAIL_TRANSPORTS names direct, so POSTHORN_HOSTNAME must be set/)
  expect(() => parseConfig({ ...direct, POSTHORN_HOSTNAME: 'mail.lan' })).toThrow(/must be set to the full name/)
  expect(parseConfig({ ...direct, POSTHORN_HOSTNAME: 'mail.example.com' })).toMatchObject({
    hostname: 'mail.example.com',
  })
})

test('a sign-in provider needs its client id and secret, and passwords are not switched off without a provider', () => {
  const issuer = { POSTHORN_OIDC_ISSUER: 'https://id.example.com/realms/main' }
  const whole = { ...issuer, POSTHORN_OIDC_CLIENT_ID: 'posthorn', POSTHORN_OIDC_CLIENT_SECRET: 'secret' }

  expect(parseConfig({ ...whole, POSTHORN_PASSWORD_SIGN_IN: 'false' })).toMatchObject({ passwordSignIn: false })
  expect(() => parseConfig(issuer)).toThrow('POSTHORN_OIDC_CLIENT_ID and POSTHORN_OIDC_CLIENT_SECRET must be set')
  expect(() => parseConfig({ POSTHORN_PASSWORD_SIGN_IN: 'false' })).toThrow('nobody could sign in')
})

test('a bucket for bodies needs an access key and its secret', () => {
  const bucket = { POSTHORN_BODIES: 's3://bodies' }

  expect(() => parseConfig(bucket)).toThrow('so POSTHORN_BODIES_ACCESS_KEY and POSTHORN_BODIES_SECRET_KEY must be set')
  const keys = { POSTHORN_BODIES_ACCESS_KEY: 'us', POSTHORN_BODIES_SECRET_KEY: 'ours' }
  expect(parseConfig({ ...bucket, ...keys })).toMatchObject({ bodies: { kind: 's3' }, bodiesAccessKey: 'us' })
})

test('a submission certificate without its key is refused', () => {
  expect(() => parseConfig({ POSTHORN_SUBMISSION_CERTIFICATE_FILE: 'cert.pem' })).toThrow(
    new Fatal(
      'POSTHORN_SUBMISSION_CERTIFICATE_FILE and POSTHORN_SUBMISSION_KEY_FILE belong together: set both of them or none.',
    ),
  )
})
