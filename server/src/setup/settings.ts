/** Every setting: its name, its default, what it must be and what it is for. */
import type { KeyObject } from 'node:crypto'
import { Resolver } from 'node:dns'
import { type Mailbox, parseMailbox } from '#core/addresses/mailbox.ts'
import type { Mode } from '#core/caller.ts'
import { isNetwork } from '#core/networks.ts'
import type { AddressPolicy } from '#core/public-address.ts'
import { type BodiesPlace, parseBodiesPlace } from '#transports/objects/place.ts'
import { parseSendgridKey } from '#transports/providers/sendgrid.ts'
import { parseSesUrl, type SesPlace } from '#transports/ses/ses-url.ts'
import { parseSmppUrl } from '#transports/smpp/smpp-url.ts'
import type { SpamdAddress } from '#transports/spamd.ts'
import { defaultConnections, minConnections } from './connections.ts'

export type LogLevel = (typeof logLevels)[number]
const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

export type Config = {
  readonly port: number
  readonly host: string
  readonly dataDir: string
  /** Null: the embedded PostgreSQL. */
  readonly databaseUrl: string | null
  /** Null: databaseUrl leads to PostgreSQL itself, or no direct address is known. */
  readonly databaseDirectUrl: string | null
  /** Null: everything is read from databaseUrl. */
  readonly databaseReadUrl: string | null
  readonly liveKey: string | null
  readonly testKey: string | null
  /** Null: built from host and port. */
  readonly publicUrl: string | null
  readonly logLevel: LogLevel
  readonly allowUnsafeDatabase: boolean
  readonly smtpUrl: string | null
  /** Null: relay when there is a smtpUrl, else capture. */
  readonly emailTransports: readonly string[] | null
  readonly relayIsFinal: boolean
  readonly ses: SesPlace | null
  readonly sesSecretKey: string | null
  /** Null: verified as soon as there is more than one organization. */
  readonly senderDomains: SenderDomains | null
  /** The sender of the installation's own mail. Null: it sends none. */
  readonly mailFrom: Mailbox | null
  /** Null: the name of this machine. */
  readonly hostname: string | null
  /** Null: those of this machine. */
  readonly dnsServers: readonly string[] | null
  /** Null: preflight asks no spam filter. */
  readonly spamd: SpamdAddress | null
  readonly smppUrl: string | null
  readonly deliveryFile: string | null
  /** Null: smpp when there is a smppUrl, else capture. */
  readonly carriersFile: string | null
  /** Null: the one that comes with Posthorn. */
  readonly rateCard: string | null
  /** Addresses and ranges of proxies whose X-Forwarded-For is trusted. */
  readonly trustedProxies: readonly string[]
  /** In addition to the built-in ones. */
  readonly scannerNetworks: readonly string[]
  /** Null: opens and clicks have no location. */
  readonly geoipFile: string | null
  /** Null: no mail is accepted. */
  readonly inboundSmtpPort: number | null
  /** Null: the host of the API. */
  readonly inboundSmtpHost: string | null
  /** Null: mail programs cannot connect, or only with TLS from the first byte. */
  readonly submissionPort: number | null
  readonly submissionTlsPort: number | null
  /** Null: the host of the API. */
  readonly submissionHost: string | null
  /** Null, like its key: a self-signed one. */
  readonly submissionCertificateFile: string | null
  readonly submissionKeyFile: string | null
  /** Null: as many as suit the machine. */
  readonly workers: number | null
  /** Null: a worker opens no port. */
  readonly workerPort: number | null
  /** Null: the default for this kind of process (connections.ts). */
  readonly databaseConnections: number | null
  readonly messagesAtOnce: number
  readonly auditLogDays: number
  readonly requestLogDays: number
  readonly drainSeconds: number
  /** Null: the default for this kind of process (stop-times.ts). */
  readonly stopSeconds: number | null
  readonly doors: readonly DoorName[]
  readonly snsTopics: readonly string[]
  /** Null, like the three below: reports of that provider are not accepted. */
  readonly mailgunSigningKey: string | null
  readonly postmarkPassword: string | null
  readonly sendgridPublicKey: KeyObject | null
  readonly resendSigningSecret: string | null
  readonly bodies: BodiesPlace
  /** Null: the store of bodies needs none. */
  readonly bodiesAccessKey: string | null
  readonly bodiesSecretKey: string | null
  /** Null: derived from the secret of the installation. */
  readonly encryptionKey: Buffer | null
  /** Null: depends on where the service listens and on the number of organizations (reachable.ts). */
  readonly webhookAddresses: AddressPolicy | null
  /** Null: the same. */
  readonly mxAddresses: AddressPolicy | null
  /** Null: people sign in with passwords only. */
  readonly oidcIssuer: string | null
  readonly oidcClientId: string | null
  readonly oidcClientSecret: string | null
  readonly oidcName: string
  readonly oidcGroupsFile: string | null
  readonly oidcTrustedDomains: readonly string[]
  readonly passwordSignIn: boolean
  /** Null: nothing is traced. */
  readonly otlpEndpoint: string | null
  readonly otlpHeaders: Readonly<Record<string, string>>
  readonly tracesRatio: number
  /** Where `env:NAME` in the carriers file is looked up. */
  readonly environment: Readonly<Record<string, string | undefined>>
}

/** Other services whose APIs we can serve. */
export type DoorName = (typeof doorNames)[number]
const doorNames = ['resend', 'sendgrid', 'postmark', 'twilio'] as const

export type SenderDomains = (typeof senderDomains)[number]
const senderDomains = ['any', 'verified'] as const

export type Setting<T> = {
  name: string
  /** The default; empty when there is none. */
  fallback: string
  /** Completes "NAME must be …". */
  expected: string
  description: string
  example?: string
  /** May also be given as NAME_FILE, the path of a file that holds it. Never shown. */
  secret?: true
  /** Undefined when the text is invalid. */
  parse(text: string): T | undefined
}

/** The setting with the path of a secret's file. */
export const fileNameOf = ({ name }: { name: string }): string => `${name}_FILE`

const setting = <T>(one: Setting<T>): Setting<T> => one

const key = (mode: Mode): Setting<string | null> => ({
  name: `POSTHORN_${mode.toUpperCase()}_KEY`,
  secret: true,
  fallback: '',
  expected: `tx_${mode}_ and at least 20 more characters (letters, digits and signs, no spaces)`,
  description: `Fixes the first organization's ${mode} key, for automation. A key set here before stops working.`,
  parse: text => (text === '' ? null : new RegExp(`^tx_${mode}_[\\x21-\\x7e]{20,240}$`).test(text) ? text : undefined),
})

export const settings = {
  port: setting<number>({
    name: 'PORT',
    fallback: '3000',
    expected: 'a number from 0 to 65535',
    description: 'The port of the API. 0 picks any free one.',
    parse: parsePort,
  }),
  host: setting<string>({
    name: 'HOST',
    fallback: '127.0.0.1',
    expected: 'an address or a host name without a port',
    description: 'The address that the API listens on. 0.0.0.0 opens it to the network.',
    parse: parseHost,
  }),
  dataDir: setting<string>({
    name: 'POSTHORN_DATA_DIR',
    fallback: './data',
    expected: 'the path of a folder',
    description: 'Where the embedded PostgreSQL and the generated keys are kept. Back this folder up.',
    parse: text => text,
  }),
  databaseUrl: setting<string | null>({
    name: 'DATABASE_URL',
    secret: true,
    fallback: '',
    expected: 'an address such as postgres://user:password@host:5432/posthorn',
    description: 'A PostgreSQL 15 or later to use instead of the embedded one.',
    example: 'postgres://posthorn:secret@localhost:5432/posthorn',
    parse: parsePostgresUrl,
  }),
  databaseDirectUrl: setting<string | null>({
    name: 'DATABASE_DIRECT_URL',
    secret: true,
    fallback: '',
    expected: 'an address such as postgres://user:password@host:5432/posthorn',
    description:
      'The direct address of the same database, when DATABASE_URL leads to a pooler such as PgBouncer. If the pooler is in transaction mode, `migrate`, `start`, `backup` and `restore` need this address. Each worker opens one connection to it, to learn of new work at once; without it, workers poll twice a second.',
    example: 'postgres://posthorn:secret@localhost:5432/posthorn',
    parse: parsePostgresUrl,
  }),
  databaseReadUrl: setting<string | null>({
    name: 'DATABASE_READ_URL',
    secret: true,
    fallback: '',
    expected: 'an address such as postgres://user:password@host:5432/posthorn',
    description:
      'A streaming replica of the same database. Lists, searches, figures and exports of the API are read from it once it has everything that was committed before the request, and from DATABASE_URL while it is unavailable or behind.',
    example: 'postgres://posthorn:secret@replica:5432/posthorn',
    parse: parsePostgresUrl,
  }),
  liveKey: setting(key('live')),
  testKey: setting(key('test')),
  publicUrl: setting<string | null>({
    name: 'POSTHORN_PUBLIC_URL',
    fallback: '',
    expected: 'an address such as https://mail.example.com',
    description: 'The public URL of this API, for links and the docs. When not set, it is built from HOST and PORT.',
    example: 'https://mail.example.com',
    parse: text =>
      text === ''
        ? null
        : isUrl(text, ['http:', 'https:']) && !/[?#@]/.test(text)
          ? text.replace(/\/+$/, '')
          : undefined,
  }),
  logLevel: setting<LogLevel>({
    name: 'LOG_LEVEL',
    fallback: 'info',
    expected: `one of ${logLevels.join(', ')}`,
    description: 'How much is logged. debug logs every request.',
    parse: text => logLevels.find(level => level === text),
  }),
  allowUnsafeDatabase: setting<boolean>({
    name: 'POSTHORN_ALLOW_UNSAFE_DATABASE',
    fallback: 'false',
    expected: 'true or false',
    description:
      'Allows a start on a database that can lose acknowledged data in a crash (fsync, full_page_writes or synchronous_commit off).',
    parse: parseBoolean,
  }),
  smtpUrl: setting<string | null>({
    name: 'POSTHORN_SMTP_URL',
    secret: true,
    fallback: '',
    expected: 'an address such as smtp://user:password@smtp.example.com:587 or smtps://…:465, with % in it as %25',
    description:
      'The SMTP relay for live email. smtp:// uses STARTTLS, and requires it when there is a password; smtps:// uses TLS from the start. Add ?tls=required, ?tls=opportunistic or ?tls=off to choose for yourself, and ?connections=5 to open at most 5 connections (default 20; fewer when the server refuses more).',
    example: 'smtp://user:password@smtp.example.com:587',
    parse: text => (text === '' ? null : isSmtpUrl(text) ? text : undefined),
  }),
  emailTransports: setting<readonly string[] | null>({
    name: 'POSTHORN_EMAIL_TRANSPORTS',
    secret: true,
    fallback: '',
    expected: 'a list of capture, relay, ses, direct or smtp(s):// addresses, separated by commas',
    description:
      'The transports of live email, in order of preference; while one is down, the next is used. relay is POSTHORN_SMTP_URL, ses is POSTHORN_SES_URL, direct delivers to the recipients’ own servers, capture keeps messages instead of sending them. When not set: relay if POSTHORN_SMTP_URL is set, ses if POSTHORN_SES_URL is set, else the choice in the dashboard, else capture.',
    example: 'relay,direct',
    parse: parseTransports,
  }),
  relayIsFinal: setting<boolean>({
    name: 'POSTHORN_RELAY_IS_FINAL',
    fallback: 'false',
    expected: 'true or false',
    description:
      'Counts acceptance by the relay, or by Amazon SES, as delivery: the status becomes delivered instead of staying sent.',
    parse: parseBoolean,
  }),
  ses: setting<SesPlace | null>({
    name: 'POSTHORN_SES_URL',
    fallback: '',
    expected: 'an address such as ses://AKIAEXAMPLE@eu-west-1, with the id of an access key and the region',
    description:
      'Sends live email through the API of Amazon SES. ?configuration_set=name names a configuration set, ?connections=5 allows at most 5 requests at once (default 20), ?endpoint=https://host replaces the endpoint of the region.',
    example: 'ses://AKIAEXAMPLE@eu-west-1?configuration_set=posthorn',
    parse: text => (text === '' ? null : parseSesUrl(text)),
  }),
  sesSecretKey: setting<string | null>({
    name: 'POSTHORN_SES_SECRET_KEY',
    secret: true,
    fallback: '',
    expected: 'the secret of the access key, without spaces',
    description:
      'The secret of the access key in POSTHORN_SES_URL. The key must be allowed ses:SendRawEmail and ses:SendEmail.',
    parse: parseWord,
  }),
  senderDomains: setting<SenderDomains | null>({
    name: 'POSTHORN_SENDER_DOMAINS',
    fallback: '',
    expected: 'any or verified',
    description:
      'verified refuses email from domains that are not verified for the organization, with test keys too; any also accepts domains that no other organization has verified. When not set: any while there is one organization, verified when there are more.',
    parse: text => (text === '' ? null : senderDomains.find(word => word === text)),
  }),
  mailFrom: setting<Mailbox | null>({
    name: 'POSTHORN_MAIL_FROM',
    fallback: '',
    expected: 'an address such as posthorn@example.com or Posthorn <posthorn@example.com>',
    description:
      'The sender of invitations to the dashboard. When set, the first transport that sends mails them, and opening one verifies the address. When not set, the person who invites is shown the link.',
    example: 'Posthorn <posthorn@example.com>',
    parse: text => (text === '' ? null : /\p{C}/u.test(text) ? undefined : parseMailbox(text)),
  }),
  hostname: setting<string | null>({
    name: 'POSTHORN_HOSTNAME',
    fallback: '',
    expected: 'a full host name such as mail.example.com',
    description:
      'The name that this server gives to other mail servers (EHLO); the reverse DNS of its address should be this name. When not set, the name of the machine.',
    example: 'mail.example.com',
    parse: text => (text === '' ? null : isHostName(text) ? text.toLowerCase() : undefined),
  }),
  dnsServers: setting<readonly string[] | null>({
    name: 'POSTHORN_DNS_SERVERS',
    fallback: '',
    expected: 'addresses of DNS servers, separated by commas, such as 9.9.9.9 or 127.0.0.1:5353',
    description: 'The DNS servers for MX look-ups and domain checks. When not set, those of the machine.',
    parse: text => (text === '' ? null : parseDnsServers(text)),
  }),
  spamd: setting<SpamdAddress | null>({
    name: 'POSTHORN_SPAMD',
    fallback: '',
    expected: 'the address of a spamd with its port, such as 127.0.0.1:783 or [::1]:783',
    description:
      'A SpamAssassin server that preflight asks for a spam score. It sees each message that preflight checks. When not set, there is no spam score.',
    example: '127.0.0.1:783',
    parse: text => (text === '' ? null : parseSpamd(text)),
  }),
  deliveryFile: setting<string | null>({
    name: 'POSTHORN_DELIVERY_FILE',
    fallback: '',
    expected: 'the path of a JSON file',
    description:
      'For direct delivery: the limits of each receiver (connections, messages per minute and per day), the addresses of this machine that mail is sent from, and how new ones are warmed up. See docs/sending.md.',
    example: './delivery.json',
    parse: text => (text === '' ? null : text),
  }),
  smppUrl: setting<string | null>({
    name: 'POSTHORN_SMPP_URL',
    secret: true,
    fallback: '',
    expected:
      'an address such as smpp://systemid:password@smsc.example.net:2775 or ssmpp://…:3550; docs/carriers.md has its options',
    description:
      'The SMPP server for live text messages. ssmpp:// uses TLS. When there is neither this nor a carriers file nor a choice in the dashboard, text messages are captured.',
    example: 'smpp://systemid:password@smsc.example.net:2775?window=50',
    parse: text => (text === '' ? null : isSmppUrl(text) ? text : undefined),
  }),
  carriersFile: setting<string | null>({
    name: 'POSTHORN_CARRIERS_FILE',
    fallback: '',
    expected: 'the path of a JSON file',
    description:
      'Names the carriers of live text messages by destination prefix, in order of preference: SMPP, Telnyx, Twilio. See docs/carriers.md. It replaces POSTHORN_SMPP_URL.',
    example: './carriers.json',
    parse: text => (text === '' ? null : text),
  }),
  rateCard: setting<string | null>({
    name: 'POSTHORN_RATE_CARD',
    fallback: '',
    expected: 'the path of a JSON file',
    description:
      'The prices of messages by country. When not set, the rate card that comes with Posthorn (server/src/resources/account/rates/rate-card.json).',
    example: './rate-card.json',
    parse: text => (text === '' ? null : text),
  }),
  trustedProxies: setting<readonly string[]>({
    name: 'POSTHORN_TRUSTED_PROXIES',
    fallback: '',
    expected: 'addresses or ranges, separated by commas, such as 10.0.0.0/8 or 192.0.2.7',
    description:
      'The proxies in front of the API whose X-Forwarded-For is trusted. Opens and clicks then have the address of the reader, and sign-in attempts are counted by client. When not set, the address of the connection is used: behind a proxy, all people share one.',
    example: '10.0.0.0/8',
    parse: parseNetworks,
  }),
  scannerNetworks: setting<readonly string[]>({
    name: 'POSTHORN_SCANNER_NETWORKS',
    fallback: '',
    expected: 'addresses or ranges, separated by commas, such as 203.0.113.0/24',
    description: 'Networks of mail scanners. Opens and clicks from there count as made by machines.',
    example: '203.0.113.0/24',
    parse: parseNetworks,
  }),
  geoipFile: setting<string | null>({
    name: 'POSTHORN_GEOIP_FILE',
    fallback: '',
    expected: 'the path of an .mmdb file with cities or countries',
    description:
      'A GeoIP database, such as GeoLite2 City or DB-IP City Lite, for the location of opens and clicks. Read once at start; without it they have no location.',
    example: './GeoLite2-City.mmdb',
    parse: text => (text === '' ? null : text),
  }),
  inboundSmtpPort: setting<number | null>({
    name: 'POSTHORN_INBOUND_SMTP_PORT',
    fallback: '',
    expected: 'a number from 0 to 65535',
    description:
      'The port on which workers accept returned mail: bounces, complaints and reports about domains. Other servers deliver to port 25. When not set, no mail is accepted.',
    example: '2525',
    parse: text => (text === '' ? null : parsePort(text)),
  }),
  inboundSmtpHost: setting<string | null>({
    name: 'POSTHORN_INBOUND_SMTP_HOST',
    fallback: '',
    expected: 'an address or a host name without a port',
    description: 'The address that this port listens on. When not set, HOST.',
    example: '0.0.0.0',
    parse: text => (text === '' ? null : parseHost(text)),
  }),
  submissionPort: setting<number | null>({
    name: 'POSTHORN_SUBMISSION_PORT',
    fallback: '',
    expected: 'a number from 0 to 65535',
    description:
      'The port on which the API accepts messages from mail programs by SMTP, with STARTTLS; usually 587. The password is an API key. See docs/smtp.md. When not set, the port is closed.',
    example: '587',
    parse: text => (text === '' ? null : parsePort(text)),
  }),
  submissionTlsPort: setting<number | null>({
    name: 'POSTHORN_SUBMISSION_TLS_PORT',
    fallback: '',
    expected: 'a number from 0 to 65535',
    description: 'The same with TLS from the first byte; usually 465.',
    example: '465',
    parse: text => (text === '' ? null : parsePort(text)),
  }),
  submissionHost: setting<string | null>({
    name: 'POSTHORN_SUBMISSION_HOST',
    fallback: '',
    expected: 'an address or a host name without a port',
    description: 'The address that these ports listen on. When not set, HOST.',
    example: '0.0.0.0',
    parse: text => (text === '' ? null : parseHost(text)),
  }),
  submissionCertificateFile: setting<string | null>({
    name: 'POSTHORN_SUBMISSION_CERTIFICATE_FILE',
    fallback: '',
    expected: 'the path of a PEM file',
    description:
      'The certificate for these ports, with its intermediates. It is reloaded when it changes. When not set, the certificate is self-signed, and mail programs do not trust it by default.',
    example: '/etc/letsencrypt/live/mail.example.com/fullchain.pem',
    parse: text => (text === '' ? null : text),
  }),
  submissionKeyFile: setting<string | null>({
    name: 'POSTHORN_SUBMISSION_KEY_FILE',
    fallback: '',
    expected: 'the path of a PEM file',
    description: 'The private key of that certificate.',
    example: '/etc/letsencrypt/live/mail.example.com/privkey.pem',
    parse: text => (text === '' ? null : text),
  }),
  workers: setting<number | null>({
    name: 'POSTHORN_WORKERS',
    fallback: '',
    expected: 'a number from 0 to 6',
    description: `How many worker processes \`npm start\` runs beside the API, each with up to ${defaultConnections('worker')} connections to the database and its own connection to every SMPP carrier. 0 puts the worker into the process of the API, which takes less memory. When not set: 1, or 0 on a machine with one core and when POSTHORN_DATABASE_CONNECTIONS is set.`,
    example: '2',
    parse: text => (text === '' ? null : parseWhole(text, 0, 6)),
  }),
  workerPort: setting<number | null>({
    name: 'POSTHORN_WORKER_PORT',
    fallback: '',
    expected: 'a number from 0 to 65535',
    description:
      'The port on HOST on which `npm run worker` serves /healthz, /readyz and /metrics, and nothing else. 0 picks any free one and logs it. When not set, a worker opens no port; `npm start` serves them on PORT.',
    example: '9464',
    parse: text => (text === '' ? null : parsePort(text)),
  }),
  databaseConnections: setting<number | null>({
    name: 'POSTHORN_DATABASE_CONNECTIONS',
    fallback: '',
    expected: `a number from ${minConnections} to 500`,
    description: `How many connections to the database one process may open. When not set: ${defaultConnections('start')} for \`npm start\` in one process, ${defaultConnections('api')} for an API, ${defaultConnections('worker')} for a worker. \`npm run -s posthorn -- doctor\` adds up those of all processes.`,
    example: '50',
    parse: text => (text === '' ? null : parseWhole(text, minConnections, 500)),
  }),
  messagesAtOnce: setting<number>({
    name: 'POSTHORN_MESSAGES_AT_ONCE',
    fallback: '500',
    expected: 'a number from 10 to 10000',
    description:
      'How many emails, and how many text messages, a worker sends at the same time. A fifth is reserved for transactional email. Each destination also has its own, lower limit (docs/sending.md).',
    parse: text => parseWhole(text, 10, 10_000),
  }),
  auditLogDays: setting<number>({
    name: 'POSTHORN_AUDIT_LOG_DAYS',
    fallback: '400',
    expected: 'a number of days from 1 to 36500',
    description: 'How many days the audit log of every organization is kept. It is deleted by whole months.',
    parse: text => parseWhole(text, 1, 36_500),
  }),
  requestLogDays: setting<number>({
    name: 'POSTHORN_REQUEST_LOG_DAYS',
    fallback: '7',
    expected: 'a number of days from 0 to 90',
    description: 'How many days the log of requests made with API keys is kept. 0 turns it off.',
    parse: text => parseWhole(text, 0, 90),
  }),
  drainSeconds: setting<number>({
    name: 'POSTHORN_DRAIN_SECONDS',
    fallback: '0.3',
    expected: 'a number of seconds from 0 to 300',
    description:
      'How long a stopping process still accepts requests, while it answers /readyz with 503 and asks clients to close their connections. Behind a load balancer, it should be longer than the balancer takes to notice.',
    example: '10',
    parse: text => parseSeconds(text, 0, 300),
  }),
  stopSeconds: setting<number | null>({
    name: 'POSTHORN_STOP_SECONDS',
    fallback: '',
    expected: 'a number of seconds from 6 to 3600',
    description:
      'A stopping process exits after this time, even with work in progress. When not set: 9.5, or 30 for a worker, and more when the drain is longer. The supervisor must wait longer than this before it kills the process.',
    example: '60',
    parse: text => (text === '' ? null : parseSeconds(text, 6, 3_600)),
  }),
  doors: setting<readonly DoorName[]>({
    name: 'POSTHORN_DOORS',
    fallback: doorNames.join(','),
    expected: `none, or names out of ${doorNames.join(', ')}, separated by commas`,
    description:
      'The services whose clients can be pointed at this installation: each door serves the API of that service under its own path, such as /resend, with the same keys and rules. none closes all of them.',
    example: 'none',
    parse: parseDoors,
  }),
  snsTopics: setting<readonly string[]>({
    name: 'POSTHORN_SNS_TOPICS',
    fallback: '',
    expected: 'topic ARNs such as arn:aws:sns:eu-west-1:123456789012:bounces, separated by commas',
    description:
      'The Amazon SNS topics whose SES notifications are accepted at /callbacks/ses. Subscriptions of other topics are not confirmed.',
    example: 'arn:aws:sns:eu-west-1:123456789012:bounces',
    parse: parseTopics,
  }),
  mailgunSigningKey: setting<string | null>({
    name: 'POSTHORN_MAILGUN_SIGNING_KEY',
    secret: true,
    fallback: '',
    expected: 'the HTTP webhook signing key of your Mailgun account, without spaces',
    description:
      'Accepts reports of Mailgun about mail sent through its relay, at /callbacks/mailgun. See docs/sending.md. When not set, they are not accepted.',
    parse: parseWord,
  }),
  postmarkPassword: setting<string | null>({
    name: 'POSTHORN_POSTMARK_PASSWORD',
    secret: true,
    fallback: '',
    expected: 'a password of your choice, 16 characters or more, without spaces',
    description:
      'The same for Postmark at /callbacks/postmark. Postmark does not sign its reports: put this password in the URL of its webhook, https://posthorn:password@mail.example.com/callbacks/postmark.',
    parse: text => (text === '' || text.length >= 16 ? parseWord(text) : undefined),
  }),
  sendgridPublicKey: setting<KeyObject | null>({
    name: 'POSTHORN_SENDGRID_PUBLIC_KEY',
    fallback: '',
    expected: 'the verification key of a signed event webhook, as SendGrid shows it',
    description: 'The same for SendGrid at /callbacks/sendgrid. The webhook must be signed.',
    parse: text => (text === '' ? null : parseSendgridKey(text)),
  }),
  resendSigningSecret: setting<string | null>({
    name: 'POSTHORN_RESEND_SIGNING_SECRET',
    secret: true,
    fallback: '',
    expected: 'the signing secret of a Resend webhook, which begins with whsec_',
    description: 'The same for Resend at /callbacks/resend.',
    parse: text => (text === '' ? null : /^whsec_[\w+/-]{16,200}=*$/.test(text) ? text : undefined),
  }),
  bodies: setting<BodiesPlace>({
    name: 'POSTHORN_BODIES',
    fallback: 'postgres',
    expected: 'postgres, file:/path/of/a/folder or s3://bucket/prefix?endpoint=https://host&region=name',
    description:
      'Where bodies and attachments of more than 1 kB (compressed; ?over=1024 sets another number of bytes) are kept: in the database, in a folder that all processes share, or in a bucket of an S3-compatible store. endpoint defaults to the one of Amazon, region to us-east-1. style=path or style=host sets how URLs name the bucket (default: path with an endpoint, else host).',
    example: 's3://posthorn-bodies?endpoint=https://s3.example.net&region=eu-1',
    parse: parseBodiesPlace,
  }),
  bodiesAccessKey: setting<string | null>({
    name: 'POSTHORN_BODIES_ACCESS_KEY',
    fallback: '',
    expected: 'the id of an access key, without spaces',
    description:
      'The access key for POSTHORN_BODIES when that is a bucket. It must be allowed to put, get and delete objects.',
    parse: parseWord,
  }),
  bodiesSecretKey: setting<string | null>({
    name: 'POSTHORN_BODIES_SECRET_KEY',
    secret: true,
    fallback: '',
    expected: 'the secret of the access key, without spaces',
    description: 'The secret of POSTHORN_BODIES_ACCESS_KEY.',
    parse: parseWord,
  }),
  encryptionKey: setting<Buffer | null>({
    name: 'POSTHORN_ENCRYPTION_KEY',
    secret: true,
    fallback: '',
    expected: '32 random bytes as base64 or as 64 hex digits, such as `openssl rand -base64 32` prints',
    description:
      'Encrypts secrets in the database (of webhooks, of authenticator apps, and of transports chosen in the dashboard) and signs the sessions of the dashboard. When not set, the key is derived from a secret in the same database, so a full dump is enough to decrypt them. It must be the same for all processes. If the key is lost, what it encrypted is lost.',
    parse: text => (text === '' ? null : parseEncryptionKey(text)),
  }),
  webhookAddresses: setting<AddressPolicy | null>({
    name: 'POSTHORN_WEBHOOK_ADDRESSES',
    fallback: '',
    expected: 'public, loopback or private',
    description:
      "Which addresses webhooks and the webhook steps of workflows may reach: only public ones (public), also those of this machine (loopback), or also those of internal networks (private). When not set: loopback while `npm start` listens on a loopback HOST and there is one organization, else public. Attachments that are fetched from a URL (Resend's `path`) follow this setting when it is set; when it is not, they are fetched from public addresses only.",
    example: 'public',
    parse: parseAddressPolicy,
  }),
  mxAddresses: setting<AddressPolicy | null>({
    name: 'POSTHORN_MX_ADDRESSES',
    fallback: '',
    expected: 'public, loopback or private',
    description:
      'The same for the mail hosts of recipients with direct delivery. A relay or carrier named in the settings may be anywhere.',
    example: 'public',
    parse: parseAddressPolicy,
  }),
  oidcIssuer: setting<string | null>({
    name: 'POSTHORN_OIDC_ISSUER',
    fallback: '',
    expected:
      'the https address of an OpenID Connect issuer, such as https://id.example.com/realms/main, without a query. For Microsoft it must name your tenant, not common or organizations',
    description:
      'The OpenID Connect provider that people can sign in to the dashboard with: Keycloak, Google, Entra and others. See docs/sign-in.md. When not set, people sign in with passwords only.',
    example: 'https://id.example.com/realms/main',
    parse: text => (text === '' ? null : isIssuer(text) ? text : undefined),
  }),
  oidcClientId: setting<string | null>({
    name: 'POSTHORN_OIDC_CLIENT_ID',
    fallback: '',
    expected: 'the client id from the provider',
    description: 'The id of this installation at the provider.',
    example: 'posthorn',
    parse: text => text || null,
  }),
  oidcClientSecret: setting<string | null>({
    name: 'POSTHORN_OIDC_CLIENT_SECRET',
    secret: true,
    fallback: '',
    expected: 'the client secret from the provider',
    description: 'The secret that goes with the client id.',
    parse: text => text || null,
  }),
  oidcName: setting<string>({
    name: 'POSTHORN_OIDC_NAME',
    fallback: 'single sign-on',
    expected: 'at most 40 characters on one line',
    description: 'The name of the provider on the sign-in button: “Sign in with …”.',
    example: 'Keycloak',
    parse: text => (/^[^\p{C}]{1,40}$/u.test(text) ? text : undefined),
  }),
  oidcGroupsFile: setting<string | null>({
    name: 'POSTHORN_OIDC_GROUPS_FILE',
    fallback: '',
    expected: 'the path of a JSON file',
    description:
      'Maps groups at the provider, or domains of email addresses, to roles in organizations. See docs/sign-in.md. When not set, only people who were invited or have an account can sign in.',
    example: './groups.json',
    parse: text => text || null,
  }),
  oidcTrustedDomains: setting<readonly string[]>({
    name: 'POSTHORN_OIDC_TRUSTED_DOMAINS',
    fallback: '',
    expected: 'domains, separated by commas, such as example.com',
    description:
      'For a provider that does not say whether it has verified an email address, such as Entra: addresses at these domains are trusted. Name only domains whose addresses the provider assigns itself.',
    example: 'example.com',
    parse: parseDomains,
  }),
  otlpEndpoint: setting<string | null>({
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    fallback: '',
    expected: 'the address of an OpenTelemetry collector, such as http://localhost:4318',
    description:
      'Where traces are sent, with OTLP over HTTP; /v1/traces is appended. See docs/monitoring.md. When not set, nothing is traced.',
    example: 'http://localhost:4318',
    parse: text => (text === '' ? null : isUrl(text, ['http:', 'https:']) ? text : undefined),
  }),
  otlpHeaders: setting<Readonly<Record<string, string>>>({
    name: 'OTEL_EXPORTER_OTLP_HEADERS',
    secret: true,
    fallback: '',
    expected: 'names and values such as api-key=secret, separated by commas',
    description: 'Headers that the collector requires.',
    example: 'api-key=secret',
    parse: parseHeaders,
  }),
  tracesRatio: setting<number>({
    name: 'OTEL_TRACES_SAMPLER_ARG',
    fallback: '1',
    expected: 'a number from 0 to 1',
    description:
      'The share of traces started here that are kept. A trace started by a caller is kept when its traceparent says so.',
    example: '0.05',
    parse: text => (/^(0(\.\d{1,6})?|1(\.0{1,6})?)$/.test(text) ? Number(text) : undefined),
  }),
  passwordSignIn: setting<boolean>({
    name: 'POSTHORN_PASSWORD_SIGN_IN',
    fallback: 'true',
    expected: 'true or false',
    description:
      'Whether people can sign in with a password. false needs POSTHORN_OIDC_ISSUER; `npm run -s posthorn -- person link` prints a link to sign in with when the provider is unavailable.',
    parse: parseBoolean,
  }),
}

/** Refuses multi-tenant issuers, where any tenant can claim any identity, and plain http, where anybody on the network can. */
function isIssuer(text: string): boolean {
  const url = URL.parse(text)
  if (!url || url.search || url.hash || url.username || url.password) return false
  if (
    /^login\.microsoftonline\.(com|us)$/.test(url.hostname) &&
    /^\/(common|organizations|consumers)\b/i.test(url.pathname)
  )
    return false
  const isLoopback = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback)
}

/** As in the standard: values may be percent-encoded. */
function parseHeaders(text: string): Readonly<Record<string, string>> | undefined {
  const pairs = text === '' ? [] : splitList(text)
  const headers: Record<string, string> = {}
  for (const pair of pairs) {
    const [, name, value] = /^([\w-]{1,100})=([\x21-\x7e]{1,4000})$/.exec(pair) ?? []
    // Percent-encoded values must be ASCII: other characters are not allowed in a header.
    if (name === undefined || value === undefined || /%(?![0-7][0-9a-f])/i.test(value)) return undefined
    headers[name] = decodeURIComponent(value)
  }
  return headers
}

function parseDomains(text: string): readonly string[] | undefined {
  const domains = text === '' ? [] : splitList(text.toLowerCase())
  return domains.every(isHostName) ? domains : undefined
}

function parsePostgresUrl(text: string): string | null | undefined {
  return text === '' ? null : isUrl(text, ['postgres:', 'postgresql:']) ? text : undefined
}

const addressPolicies: readonly AddressPolicy[] = ['public', 'loopback', 'private']

function parseAddressPolicy(text: string): AddressPolicy | null | undefined {
  return text === '' ? null : addressPolicies.find(word => word === text)
}

function parseEncryptionKey(text: string): Buffer | undefined {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex')
  return /^[\w+/-]{43}=?$/.test(text) ? Buffer.from(text, 'base64') : undefined
}

function parseWord(text: string): string | null | undefined {
  return text === '' ? null : /^[\x21-\x7e]{1,256}$/.test(text) ? text : undefined
}

function parsePort(text: string): number | undefined {
  return /^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : undefined
}

function parseWhole(text: string, min: number, max: number): number | undefined {
  const number = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN
  return number >= min && number <= max ? number : undefined
}

function parseSeconds(text: string, min: number, max: number): number | undefined {
  const number = /^\d{1,4}(?:\.\d{1,3})?$/.test(text) ? Number(text) : Number.NaN
  return number >= min && number <= max ? number : undefined
}

function parseHost(text: string): string | undefined {
  return /^[\w.:-]+$/.test(text) && !/^https?:/.test(text) ? text : undefined
}

function parseSpamd(text: string): SpamdAddress | undefined {
  const [, bracketed, plain, digits = ''] = /^(?:\[([\da-f:.]+)\]|([\w.-]+)):(\d{1,5})$/i.exec(text) ?? []
  const [host, port] = [bracketed ?? plain, parsePort(digits)]
  return host === undefined || !port ? undefined : { host, port }
}

function parseBoolean(text: string): boolean | undefined {
  return text === 'true' ? true : text === 'false' ? false : undefined
}

const splitList = (text: string): string[] => text.split(',').map(one => one.trim())

function parseTransports(text: string): readonly string[] | null | undefined {
  if (text === '') return null
  const names = splitList(text)
  return names.every(name => ['capture', 'relay', 'ses', 'direct'].includes(name) || isSmtpUrl(name))
    ? names
    : undefined
}

function parseTopics(text: string): readonly string[] | undefined {
  if (text === '') return []
  const topics = splitList(text)
  return topics.every(topic => /^arn:aws[\w-]{0,20}:sns:[a-z0-9-]{1,40}:\d{12}:[\w-]{1,256}(?:\.fifo)?$/.test(topic))
    ? topics
    : undefined
}

function parseDoors(text: string): readonly DoorName[] | undefined {
  if (text === 'none') return []
  const names = splitList(text)
  const known = doorNames.filter(name => names.includes(name))
  return known.length === names.length ? known : undefined
}

function parseNetworks(text: string): readonly string[] | undefined {
  const networks = text === '' ? [] : splitList(text)
  return networks.every(isNetwork) ? networks : undefined
}

function parseDnsServers(text: string): readonly string[] | undefined {
  const servers = splitList(text)
  try {
    new Resolver().setServers(servers)
    return servers
  } catch {
    return undefined
  }
}

const isHostName = (text: string): boolean => text.length <= 253 && /^[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(text)

/** The query is checked as well: with a typo there, credentials could be sent in clear text. */
function isSmtpUrl(text: string): boolean {
  if (!isUrl(text, ['smtp:', 'smtps:'])) return false
  const { protocol, port, username, password, searchParams } = new URL(text)
  if (port === '0' || !succeeds(() => decodeURIComponent(username + password))) return false
  const modes = protocol === 'smtp:' ? ['required', 'opportunistic', 'off'] : ['required', 'opportunistic']
  return [...searchParams].every(
    ([name, value]) =>
      (name === 'tls' && modes.includes(value)) || (name === 'connections' && /^[1-9][0-9]{0,2}$/.test(value)),
  )
}

const isSmppUrl = (text: string): boolean => succeeds(() => parseSmppUrl(text))

function succeeds(parse: () => unknown): boolean {
  try {
    parse()
    return true
  } catch {
    return false
  }
}

function isUrl(text: string, protocols: readonly string[]): boolean {
  const url = URL.parse(text)
  return url !== null && protocols.includes(url.protocol) && url.hostname !== ''
}
