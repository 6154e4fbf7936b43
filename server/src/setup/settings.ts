/** Every setting: its name, its default, what it must be and what it is for. */
import type { KeyObject } from 'node:crypto'
import { Resolver } from 'node:dns'
import type { Mailbox } from '#core/addresses/mailbox.ts'
import type { Mode } from '#core/caller.ts'
import { isNetwork } from '#core/networks.ts'
import type { AddressPolicy } from '#core/public-address.ts'
import { type BodiesPlace, parseBodiesPlace } from '#transports/objects/place.ts'
import { parseSendgridKey } from '#transports/providers/sendgrid.ts'
import { parseSesUrl, type SesPlace } from '#transports/ses/ses-url.ts'
import { parseSmppUrl } from '#transports/smpp/smpp-url.ts'
import type { SpamdAddress } from '#transports/spamd.ts'
import { minConnections, usualConnections } from './connections.ts'

export type LogLevel = (typeof logLevels)[number]
const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

export type Config = {
  readonly port: number
  readonly host: string
  readonly dataDir: string
  /** Null: the embedded PostgreSQL. */
  readonly databaseUrl: string | null
  /** Null: databaseUrl leads to PostgreSQL itself, or there is no other way. */
  readonly databaseDirectUrl: string | null
  /** Null: everything is read from databaseUrl. */
  readonly databaseReadUrl: string | null
  readonly liveKey: string | null
  readonly testKey: string | null
  /** Null: made of host and port. */
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
  /** Who mail of the installation itself is from. Null: it sends none. */
  readonly mailFrom: Mailbox | null
  /** Null: the name of this machine. */
  readonly hostname: string | null
  /** Null: those of this machine. */
  readonly dnsServers: readonly string[] | null
  /** Null: no spam filter is asked. */
  readonly spamd: SpamdAddress | null
  readonly smppUrl: string | null
  /** Null: smpp when there is a smppUrl, else capture. */
  readonly deliveryFile: string | null
  readonly carriersFile: string | null
  /** Null: the one that comes with Posthorn. */
  readonly rateCard: string | null
  /** Addresses and ranges of proxies that are believed when they say who called them. */
  readonly trustedProxies: readonly string[]
  /** Beside those that are known. */
  readonly scannerNetworks: readonly string[]
  /** Null: nobody is located. */
  readonly geoipFile: string | null
  /** Null: no mail is taken. */
  readonly inboundSmtpPort: number | null
  /** Null: the host of the API. */
  readonly inboundSmtpHost: string | null
  /** Null: mail programs hand in nothing, or only over TLS from the first byte on. */
  readonly submissionPort: number | null
  readonly submissionTlsPort: number | null
  /** Null: the host of the API. */
  readonly submissionHost: string | null
  /** Null, like its key: one that nobody vouches for. */
  readonly submissionCertificateFile: string | null
  readonly submissionKeyFile: string | null
  /** Null: a worker listens to nobody. */
  readonly workerPort: number | null
  /** Null: as many as a process of its kind usually opens (connections.ts). */
  readonly databaseConnections: number | null
  readonly messagesAtOnce: number
  readonly auditLogDays: number
  readonly requestLogDays: number
  readonly drainSeconds: number
  /** Null: as long as a process of its kind usually takes (stop-times.ts). */
  readonly stopSeconds: number | null
  readonly doors: readonly DoorName[]
  readonly snsTopics: readonly string[]
  /** Null, like the three below: nothing is taken from that provider. */
  readonly mailgunSigningKey: string | null
  readonly postmarkPassword: string | null
  readonly sendgridPublicKey: KeyObject | null
  readonly resendSigningSecret: string | null
  readonly bodies: BodiesPlace
  /** Null: the place of bodies needs none. */
  readonly bodiesAccessKey: string | null
  readonly bodiesSecretKey: string | null
  /** Null: made of the secret of the installation. */
  readonly encryptionKey: Buffer | null
  /** Null: decided by where the service listens and by how many organizations it has (reachable.ts). */
  readonly webhookAddresses: AddressPolicy | null
  /** Null: the same. */
  readonly mxAddresses: AddressPolicy | null
  /** Null: people sign in with passwords alone. */
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
  /** Where a file may say that a secret is. */
  readonly environment: Readonly<Record<string, string | undefined>>
}

/** Other services whose APIs we can answer. */
export type DoorName = (typeof doorNames)[number]
const doorNames = ['resend', 'sendgrid', 'postmark', 'twilio'] as const

export type SenderDomains = (typeof senderDomains)[number]
const senderDomains = ['any', 'verified'] as const

export type Setting<T> = {
  name: string
  /** What counts when it is not set; empty when there is nothing then. */
  fallback: string
  /** Completes "NAME must be …". */
  expected: string
  description: string
  example?: string
  /** It may be given as NAME_FILE as well, the path of a file that holds it, and is never shown. */
  secret?: true
  /** Undefined when the text is not what is expected. */
  parse(text: string): T | undefined
}

/** The setting that names the file of a secret. */
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
    description: 'The port of the API. 0 takes any free one.',
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
      'The same database past a pooler such as PgBouncer that DATABASE_URL leads to. In transaction mode `migrate`, `start`, `backup` and `restore` need it, and workers hear of new work over it at once, on one connection; without it they look twice a second.',
    example: 'postgres://posthorn:secret@localhost:5432/posthorn',
    parse: parsePostgresUrl,
  }),
  databaseReadUrl: setting<string | null>({
    name: 'DATABASE_READ_URL',
    secret: true,
    fallback: '',
    expected: 'an address such as postgres://user:password@host:5432/posthorn',
    description:
      'A streaming replica of the same database. Lists, searches, figures and exports of the API are read from it once it has all that was committed before they were asked for, and from DATABASE_URL while it is away or behind.',
    example: 'postgres://posthorn:secret@replica:5432/posthorn',
    parse: parsePostgresUrl,
  }),
  liveKey: setting(key('live')),
  testKey: setting(key('test')),
  publicUrl: setting<string | null>({
    name: 'POSTHORN_PUBLIC_URL',
    fallback: '',
    expected: 'an address such as https://mail.example.com',
    description: 'How others reach this API, for links and the docs. Made of HOST and PORT when not set.',
    example: 'https://mail.example.com',
    parse: text =>
      text === ''
        ? null
        : isUrl(text, ['http:', 'https:']) && !/[?#]/.test(text)
          ? text.replace(/\/+$/, '')
          : undefined,
  }),
  logLevel: setting<LogLevel>({
    name: 'LOG_LEVEL',
    fallback: 'info',
    expected: `one of ${logLevels.join(', ')}`,
    description: 'How much is logged. debug has a line for every request.',
    parse: text => logLevels.find(level => level === text),
  }),
  allowUnsafeDatabase: setting<boolean>({
    name: 'POSTHORN_ALLOW_UNSAFE_DATABASE',
    fallback: 'false',
    expected: 'true or false',
    description:
      'Starts on a database that can lose acknowledged data in a crash (fsync, full_page_writes or synchronous_commit off).',
    parse: parseBoolean,
  }),
  smtpUrl: setting<string | null>({
    name: 'POSTHORN_SMTP_URL',
    secret: true,
    fallback: '',
    expected: 'an address such as smtp://user:password@smtp.example.com:587 or smtps://…:465',
    description:
      'The SMTP server that live email is handed to. smtp:// uses STARTTLS, and insists on it when there is a password; smtps:// speaks TLS at once. Add ?tls=required, ?tls=opportunistic or ?tls=off to decide for yourself, and ?connections=5 to open at most 5 at once (20 when left out; fewer are used when the server refuses more).',
    example: 'smtp://user:password@smtp.example.com:587',
    parse: text => (text === '' ? null : isSmtpUrl(text) ? text : undefined),
  }),
  emailTransports: setting<readonly string[] | null>({
    name: 'POSTHORN_EMAIL_TRANSPORTS',
    secret: true,
    fallback: '',
    expected: 'a list of capture, relay, ses, direct or smtp(s):// addresses, separated by commas',
    description:
      'How live email leaves, in order of preference; the next one is used while one is down. relay is POSTHORN_SMTP_URL, ses is POSTHORN_SES_URL, direct goes to the recipients’ own servers, capture keeps messages instead of sending them. When not set: relay if POSTHORN_SMTP_URL is set, ses if POSTHORN_SES_URL is set, else what was chosen in the dashboard, else capture.',
    example: 'relay,direct',
    parse: parseTransports,
  }),
  relayIsFinal: setting<boolean>({
    name: 'POSTHORN_RELAY_IS_FINAL',
    fallback: 'false',
    expected: 'true or false',
    description:
      'Takes the acceptance of the relay, or of Amazon SES, for delivery: the status becomes delivered instead of staying sent.',
    parse: parseBoolean,
  }),
  ses: setting<SesPlace | null>({
    name: 'POSTHORN_SES_URL',
    fallback: '',
    expected: 'an address such as ses://AKIAEXAMPLE@eu-west-1, with the id of an access key and the region',
    description:
      'Amazon SES as the way that live email leaves, over its API. ?configuration_set=name names a configuration set, ?connections=5 makes at most 5 requests at once (20 when left out), ?endpoint=https://host asks another address than that of the region.',
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
      'verified refuses email from domains that are not verified for the organization, with test keys too; any takes those that no other organization has verified. Not set: any while there is one organization, verified from the second on.',
    parse: text => (text === '' ? null : senderDomains.find(word => word === text)),
  }),
  mailFrom: setting<Mailbox | null>({
    name: 'POSTHORN_MAIL_FROM',
    fallback: '',
    expected: 'an address such as posthorn@example.com or Posthorn <posthorn@example.com>',
    description:
      'Who invitations to the dashboard are from. They are mailed then, by the first transport that sends, and whoever opens one has proved the address. When not set, the link is shown to whoever invites.',
    example: 'Posthorn <posthorn@example.com>',
    parse: text => (text === '' ? null : parseMailbox(text)),
  }),
  hostname: setting<string | null>({
    name: 'POSTHORN_HOSTNAME',
    fallback: '',
    expected: 'a full host name such as mail.example.com',
    description:
      'How this server introduces itself to other mail servers; its address should resolve back to it. The name of the machine when not set.',
    example: 'mail.example.com',
    parse: text => (text === '' ? null : isHostName(text) ? text.toLowerCase() : undefined),
  }),
  dnsServers: setting<readonly string[] | null>({
    name: 'POSTHORN_DNS_SERVERS',
    fallback: '',
    expected: 'addresses of DNS servers, separated by commas, such as 9.9.9.9 or 127.0.0.1:5353',
    description: 'The DNS servers for MX look-ups and domain checks. Those of the machine when not set.',
    parse: text => (text === '' ? null : parseDnsServers(text)),
  }),
  spamd: setting<SpamdAddress | null>({
    name: 'POSTHORN_SPAMD',
    fallback: '',
    expected: 'the address of a spamd with its port, such as 127.0.0.1:783 or [::1]:783',
    description:
      'A SpamAssassin server that preflight asks for its points. It sees each message that is looked at. Nobody is asked when not set.',
    example: '127.0.0.1:783',
    parse: text => (text === '' ? null : parseSpamd(text)),
  }),
  deliveryFile: setting<string | null>({
    name: 'POSTHORN_DELIVERY_FILE',
    fallback: '',
    expected: 'the path of a JSON file',
    description:
      'For direct delivery: what receivers get at once, in a minute and in a day, the addresses of this machine that mail leaves from, and how new ones are warmed up. See docs/sending.md.',
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
      'The SMPP server that live text messages are handed to. ssmpp:// speaks TLS. Without it, without a carriers file and without a choice in the dashboard, text messages are captured.',
    example: 'smpp://systemid:password@smsc.example.net:2775?window=50',
    parse: text => (text === '' ? null : isSmppUrl(text) ? text : undefined),
  }),
  carriersFile: setting<string | null>({
    name: 'POSTHORN_CARRIERS_FILE',
    fallback: '',
    expected: 'the path of a JSON file',
    description:
      'Names the carriers of live text messages by destination prefix, in order of preference: SMPP, Telnyx, Twilio. See docs/carriers.md. It takes the place of POSTHORN_SMPP_URL.',
    example: './carriers.json',
    parse: text => (text === '' ? null : text),
  }),
  rateCard: setting<string | null>({
    name: 'POSTHORN_RATE_CARD',
    fallback: '',
    expected: 'the path of a JSON file',
    description:
      'What messages cost, by country. The one that comes with Posthorn (server/src/resources/account/rates/rate-card.json) when not set.',
    example: './rate-card.json',
    parse: text => (text === '' ? null : text),
  }),
  trustedProxies: setting<readonly string[]>({
    name: 'POSTHORN_TRUSTED_PROXIES',
    fallback: '',
    expected: 'addresses or ranges, separated by commas, such as 10.0.0.0/8 or 192.0.2.7',
    description:
      'The proxies in front of the API whose X-Forwarded-For is believed, so that opens and clicks have the address of the reader, and tries to sign in are counted by who makes them. When not set it is the address that the connection comes from: behind a proxy all people share one.',
    example: '10.0.0.0/8',
    parse: parseNetworks,
  }),
  scannerNetworks: setting<readonly string[]>({
    name: 'POSTHORN_SCANNER_NETWORKS',
    fallback: '',
    expected: 'addresses or ranges, separated by commas, such as 203.0.113.0/24',
    description: 'Networks of mail scanners, from which only machines open and click.',
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
      'The port on which workers take mail that comes back: bounces, complaints and reports about domains. Other servers deliver to port 25. Nothing is taken when not set.',
    example: '2525',
    parse: text => (text === '' ? null : parsePort(text)),
  }),
  inboundSmtpHost: setting<string | null>({
    name: 'POSTHORN_INBOUND_SMTP_HOST',
    fallback: '',
    expected: 'an address or a host name without a port',
    description: 'The address that mail is taken on. The same as HOST when not set.',
    example: '0.0.0.0',
    parse: text => (text === '' ? null : parseHost(text)),
  }),
  submissionPort: setting<number | null>({
    name: 'POSTHORN_SUBMISSION_PORT',
    fallback: '',
    expected: 'a number from 0 to 65535',
    description:
      'The port on which the API takes messages from mail programs by SMTP, with STARTTLS; 587 is usual. The password is an API key. See docs/smtp.md. Nothing is taken when not set.',
    example: '587',
    parse: text => (text === '' ? null : parsePort(text)),
  }),
  submissionTlsPort: setting<number | null>({
    name: 'POSTHORN_SUBMISSION_TLS_PORT',
    fallback: '',
    expected: 'a number from 0 to 65535',
    description: 'The same with TLS from the first byte on; 465 is usual.',
    example: '465',
    parse: text => (text === '' ? null : parsePort(text)),
  }),
  submissionHost: setting<string | null>({
    name: 'POSTHORN_SUBMISSION_HOST',
    fallback: '',
    expected: 'an address or a host name without a port',
    description: 'The address that mail programs reach these ports on. The same as HOST when not set.',
    example: '0.0.0.0',
    parse: text => (text === '' ? null : parseHost(text)),
  }),
  submissionCertificateFile: setting<string | null>({
    name: 'POSTHORN_SUBMISSION_CERTIFICATE_FILE',
    fallback: '',
    expected: 'the path of a PEM file',
    description:
      'The certificate for these ports, with those above it. It is read again when it changes. Without it there is one that no mail program trusts by itself.',
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
  workerPort: setting<number | null>({
    name: 'POSTHORN_WORKER_PORT',
    fallback: '',
    expected: 'a number from 0 to 65535',
    description:
      'The port on which `npm run worker` answers /healthz, /readyz and /metrics, and nothing else, on HOST. 0 takes any free one, which is logged. There is none when not set; `npm start` answers on PORT.',
    example: '9464',
    parse: text => (text === '' ? null : parsePort(text)),
  }),
  databaseConnections: setting<number | null>({
    name: 'POSTHORN_DATABASE_CONNECTIONS',
    fallback: '',
    expected: `a number from ${minConnections} to 500`,
    description: `How many connections to the database one process may open. When not set: ${usualConnections('start')} for \`npm start\`, ${usualConnections('api')} for an API, ${usualConnections('worker')} for a worker. \`posthorn doctor\` adds up those of all processes.`,
    example: '50',
    parse: text => (text === '' ? null : parseWhole(text, minConnections, 500)),
  }),
  messagesAtOnce: setting<number>({
    name: 'POSTHORN_MESSAGES_AT_ONCE',
    fallback: '500',
    expected: 'a number from 10 to 10000',
    description:
      'How many emails, and how many text messages, a worker hands over at the same time. A fifth is kept for transactional email. Each destination has a limit of its own below it (docs/sending.md).',
    parse: text => parseWhole(text, 10, 10_000),
  }),
  auditLogDays: setting<number>({
    name: 'POSTHORN_AUDIT_LOG_DAYS',
    fallback: '400',
    expected: 'a number of days from 1 to 36500',
    description: 'For how many days the audit log of every organization is kept. Ended by whole months.',
    parse: text => parseWhole(text, 1, 36_500),
  }),
  requestLogDays: setting<number>({
    name: 'POSTHORN_REQUEST_LOG_DAYS',
    fallback: '7',
    expected: 'a number of days from 0 to 90',
    description: 'For how many days it is kept which requests API keys have made. 0: nothing is written down.',
    parse: text => parseWhole(text, 0, 90),
  }),
  drainSeconds: setting<number>({
    name: 'POSTHORN_DRAIN_SECONDS',
    fallback: '0.3',
    expected: 'a number of seconds from 0 to 300',
    description:
      'For how long a process that stops still takes requests, answers /readyz with 503, and asks clients to close their connections. Behind a load balancer it should be longer than the balancer takes to notice.',
    example: '10',
    parse: text => parseSeconds(text, 0, 300),
  }),
  stopSeconds: setting<number | null>({
    name: 'POSTHORN_STOP_SECONDS',
    fallback: '',
    expected: 'a number of seconds from 6 to 3600',
    description:
      'A process that was asked to stop ends after so long, whatever it still has in hand. When not set: 9.5, and 30 for a worker, and more where the drain is longer. Whoever stops it must wait longer.',
    example: '60',
    parse: text => (text === '' ? null : parseSeconds(text, 6, 3_600)),
  }),
  doors: setting<readonly DoorName[]>({
    name: 'POSTHORN_DOORS',
    fallback: doorNames.join(','),
    expected: `none, or names out of ${doorNames.join(', ')}, separated by commas`,
    description:
      'Whose clients may be pointed at this service in place of their own: each door answers the API of that service under a path of its own, such as /resend, with the same keys and rules. none closes all of them.',
    example: 'none',
    parse: parseDoors,
  }),
  snsTopics: setting<readonly string[]>({
    name: 'POSTHORN_SNS_TOPICS',
    fallback: '',
    expected: 'topic ARNs such as arn:aws:sns:eu-west-1:123456789012:bounces, separated by commas',
    description:
      'The Amazon SNS topics whose SES notifications are taken at /callbacks/ses. Subscriptions of others are not confirmed.',
    example: 'arn:aws:sns:eu-west-1:123456789012:bounces',
    parse: parseTopics,
  }),
  mailgunSigningKey: setting<string | null>({
    name: 'POSTHORN_MAILGUN_SIGNING_KEY',
    secret: true,
    fallback: '',
    expected: 'the HTTP webhook signing key of your account at Mailgun, without spaces',
    description:
      'Takes what Mailgun reports about mail that its relay carries, at /callbacks/mailgun. See docs/sending.md. Nothing is taken when not set.',
    parse: parseWord,
  }),
  postmarkPassword: setting<string | null>({
    name: 'POSTHORN_POSTMARK_PASSWORD',
    secret: true,
    fallback: '',
    expected: 'a password of 16 characters or more that you have thought up, without spaces',
    description:
      'The same for Postmark at /callbacks/postmark. Postmark signs nothing: it shows this password, which stands in the address of its webhook, https://posthorn:password@mail.example.com/callbacks/postmark.',
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
    expected: 'the signing secret of a webhook at Resend, which begins with whsec_',
    description: 'The same for Resend at /callbacks/resend.',
    parse: text => (text === '' ? null : /^whsec_[\w+/-]{16,200}=*$/.test(text) ? text : undefined),
  }),
  bodies: setting<BodiesPlace>({
    name: 'POSTHORN_BODIES',
    fallback: 'postgres',
    expected: 'postgres, file:/path/of/a/folder or s3://bucket/prefix?endpoint=https://host&region=name',
    description:
      'Where bodies and attachments of more than 1 kB (compressed; ?over=1024 sets another number of bytes) are kept: in the database, in a folder that every process shares, or in a bucket of a store that speaks the protocol of S3. Without endpoint it is that of Amazon; region is us-east-1 when left out; style is path or host, for how the bucket is named in addresses (path with an endpoint, else host).',
    example: 's3://posthorn-bodies?endpoint=https://s3.example.net&region=eu-1',
    parse: parseBodiesPlace,
  }),
  bodiesAccessKey: setting<string | null>({
    name: 'POSTHORN_BODIES_ACCESS_KEY',
    fallback: '',
    expected: 'the id of an access key, without spaces',
    description:
      'Who asks the store of POSTHORN_BODIES, where that is a bucket. It must be allowed to put, get and delete objects.',
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
      'Encrypts the secrets of webhooks, of authenticator apps and of transports that were chosen in the dashboard in the database, and signs the sessions of the dashboard. When not set, the key is made of a secret that is in the same database: whoever has a whole dump can read them then. It must be the same for all processes; without it what it has encrypted is lost.',
    parse: text => (text === '' ? null : parseEncryptionKey(text)),
  }),
  webhookAddresses: setting<AddressPolicy | null>({
    name: 'POSTHORN_WEBHOOK_ADDRESSES',
    fallback: '',
    expected: 'public, loopback or private',
    description:
      "Which addresses webhooks and the webhook steps of workflows may lead to: public ones alone, those of this machine as well (loopback), or those of inner networks, too (private). When not set: public; loopback as long as `npm start` listens on a loopback HOST and there is one organization. Attachments that are fetched from an address (Resend's `path`) follow it where it is set, and come from public ones alone where it is not.",
    example: 'public',
    parse: parseAddressPolicy,
  }),
  mxAddresses: setting<AddressPolicy | null>({
    name: 'POSTHORN_MX_ADDRESSES',
    fallback: '',
    expected: 'public, loopback or private',
    description:
      'The same for the mail hosts of recipients, where email is sent directly. A relay or a carrier that the settings name may be anywhere.',
    example: 'public',
    parse: parseAddressPolicy,
  }),
  oidcIssuer: setting<string | null>({
    name: 'POSTHORN_OIDC_ISSUER',
    fallback: '',
    expected:
      'the https address of an OpenID Connect issuer, such as https://id.example.com/realms/main, without a question mark. At Microsoft it must name your tenant, not common or organizations',
    description:
      'The OpenID Connect provider that people can sign in to the dashboard with: Keycloak, Google, Entra and others. See docs/sign-in.md. Passwords alone when not set.',
    example: 'https://id.example.com/realms/main',
    parse: text => (text === '' ? null : isIssuer(text) ? text : undefined),
  }),
  oidcClientId: setting<string | null>({
    name: 'POSTHORN_OIDC_CLIENT_ID',
    fallback: '',
    expected: 'the client id that the provider has given you',
    description: 'How the provider knows this installation.',
    example: 'posthorn',
    parse: text => text || null,
  }),
  oidcClientSecret: setting<string | null>({
    name: 'POSTHORN_OIDC_CLIENT_SECRET',
    secret: true,
    fallback: '',
    expected: 'the client secret that the provider has given you',
    description: 'The secret that goes with the client id.',
    parse: text => text || null,
  }),
  oidcName: setting<string>({
    name: 'POSTHORN_OIDC_NAME',
    fallback: 'single sign-on',
    expected: 'at most 40 characters on one line',
    description: 'What the provider is called on its button: “Sign in with …”.',
    example: 'Keycloak',
    parse: text => (/^[^\p{C}]{1,40}$/u.test(text) ? text : undefined),
  }),
  oidcGroupsFile: setting<string | null>({
    name: 'POSTHORN_OIDC_GROUPS_FILE',
    fallback: '',
    expected: 'the path of a JSON file',
    description:
      'Which groups at the provider, or which domains of addresses, give which role in which organization. See docs/sign-in.md. When not set, only people who were invited or have an account can sign in.',
    example: './groups.json',
    parse: text => text || null,
  }),
  oidcTrustedDomains: setting<readonly string[]>({
    name: 'POSTHORN_OIDC_TRUSTED_DOMAINS',
    fallback: '',
    expected: 'domains, separated by commas, such as example.com',
    description:
      'For a provider that does not say whether it has verified an email address, as Entra: addresses at these domains are believed. Name only domains whose addresses the provider gives out itself.',
    example: 'example.com',
    parse: parseDomains,
  }),
  otlpEndpoint: setting<string | null>({
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    fallback: '',
    expected: 'the address of an OpenTelemetry collector, such as http://localhost:4318',
    description:
      'Where traces go, over OTLP with HTTP; /v1/traces is added to it. See docs/monitoring.md. Nothing is traced when not set.',
    example: 'http://localhost:4318',
    parse: text => (text === '' ? null : isUrl(text, ['http:', 'https:']) ? text : undefined),
  }),
  otlpHeaders: setting<Readonly<Record<string, string>>>({
    name: 'OTEL_EXPORTER_OTLP_HEADERS',
    secret: true,
    fallback: '',
    expected: 'names and values such as api-key=secret, separated by commas',
    description: 'Headers that the collector wants to see.',
    example: 'api-key=secret',
    parse: parseHeaders,
  }),
  tracesRatio: setting<number>({
    name: 'OTEL_TRACES_SAMPLER_ARG',
    fallback: '1',
    expected: 'a number from 0 to 1',
    description:
      'Which part of the traces that begin here are kept. What a caller has begun is kept when the caller says so in traceparent.',
    example: '0.05',
    parse: text => (/^(0(\.\d{1,6})?|1(\.0{1,6})?)$/.test(text) ? Number(text) : undefined),
  }),
  passwordSignIn: setting<boolean>({
    name: 'POSTHORN_PASSWORD_SIGN_IN',
    fallback: 'true',
    expected: 'true or false',
    description:
      'Whether people can sign in with a password. false needs POSTHORN_OIDC_ISSUER; `posthorn person link` lets somebody in when the provider is away.',
    parse: parseBoolean,
  }),
}

/** What serves every tenant in the world says of anybody who they are; over plain http anybody on the way does. */
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

/** As the standard has it: values may be percent-encoded. */
function parseHeaders(text: string): Readonly<Record<string, string>> | undefined {
  const pairs = text === '' ? [] : splitList(text)
  const headers: Record<string, string> = {}
  for (const pair of pairs) {
    const [, name, value] = /^([\w-]{1,100})=([\x21-\x7e]{1,4000})$/.exec(pair) ?? []
    // Only ASCII in what is encoded: anything else is no header.
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

function parseMailbox(text: string): Mailbox | undefined {
  const [, name, inside, alone] = /^(?:([^<>@"\p{C}]{0,100})<([^<>\s]+)>|([^<>\s]+))$/u.exec(text) ?? []
  const address = inside ?? alone ?? ''
  if (!/^[\w.+-]{1,64}@[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(address)) return undefined
  return { name: name?.trim() || null, address }
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

/** What follows the question mark is checked as well: a slip there would be credentials in clear. */
function isSmtpUrl(text: string): boolean {
  if (!isUrl(text, ['smtp:', 'smtps:'])) return false
  const { protocol, searchParams } = new URL(text)
  const modes = protocol === 'smtp:' ? ['required', 'opportunistic', 'off'] : ['required', 'opportunistic']
  return [...searchParams].every(
    ([name, value]) =>
      (name === 'tls' && modes.includes(value)) || (name === 'connections' && /^[1-9][0-9]{0,2}$/.test(value)),
  )
}

function isSmppUrl(text: string): boolean {
  try {
    parseSmppUrl(text)
    return true
  } catch {
    return false
  }
}

function isUrl(text: string, protocols: readonly string[]): boolean {
  const url = URL.parse(text)
  return url !== null && protocols.includes(url.protocol) && url.hostname !== ''
}
