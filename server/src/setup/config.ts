/** Reads, checks and freezes the settings: the only reader of process.env. The settings are data; their docs are generated from it. */
import { readFileSync } from 'node:fs'
import { hostname as machineName } from 'node:os'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { fatal } from '#core/fatal.ts'
import { findNearMiss } from '#core/near-miss.ts'
import { whyUnreadable } from '#core/process/file-fault.ts'
import { isFullName } from './full-name.ts'
import { readSecretFile, type SecretText } from './secret-file.ts'
import { type Config, fileNameOf, type Setting, settings } from './settings.ts'
import { minSecondsAfterDrain } from './stop-times.ts'

type Environment = Readonly<Record<string, string | undefined>>

export function loadConfig(): Config {
  // The environment wins over the file.
  for (const [name, text] of Object.entries(parseEnv(readEnvFile()))) process.env[name] ??= text
  return parseConfig(process.env)
}

/** Without the mark that Windows editors put first, which would become a part of the first name. Empty when there is no file. */
function readEnvFile(): string {
  try {
    return readFileSync('.env', 'utf8').replace(/^\ufeff/, '')
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause)) throw cause
    if (cause.code === 'ENOENT') return ''
    throw fatal(`${resolve('.env')} cannot be read: ${whyUnreadable('.env', cause)}`, cause)
  }
}

/** True under `npm start` and other npm scripts, where npm and a shell are our parent processes. */
export const startedByNpm = (): boolean => process.env.npm_lifecycle_event !== undefined

export function parseConfig(environment: Environment): Config {
  const faults = unknownNames(environment)
  const read = <T>(setting: Setting<T>): T => {
    const { name, fallback, expected, parse } = setting
    const given = textOf(setting, environment)
    const value = given.kind === 'fault' ? undefined : parse(given.text || fallback)
    if (given.kind === 'fault') faults.push(given.fault)
    else if (value === undefined)
      faults.push(`${name} must be ${expected}${given.text ? `, not ${shown(setting, given.text)}` : ''}.`)
    // `as`: with a fault the config is never returned.
    return value as T
  }
  const config: Config = {
    port: read(settings.port),
    host: read(settings.host),
    dataDir: pathOf(read(settings.dataDir)) ?? '',
    databaseUrl: read(settings.databaseUrl),
    databaseDirectUrl: read(settings.databaseDirectUrl),
    databaseReadUrl: read(settings.databaseReadUrl),
    liveKey: read(settings.liveKey),
    testKey: read(settings.testKey),
    publicUrl: read(settings.publicUrl),
    logLevel: read(settings.logLevel),
    allowUnsafeDatabase: read(settings.allowUnsafeDatabase),
    smtpUrl: read(settings.smtpUrl),
    emailTransports: read(settings.emailTransports),
    relayIsFinal: read(settings.relayIsFinal),
    ses: read(settings.ses),
    sesSecretKey: read(settings.sesSecretKey),
    senderDomains: read(settings.senderDomains),
    mailFrom: read(settings.mailFrom),
    hostname: read(settings.hostname),
    dnsServers: read(settings.dnsServers),
    spamd: read(settings.spamd),
    smppUrl: read(settings.smppUrl),
    deliveryFile: pathOf(read(settings.deliveryFile)),
    carriersFile: pathOf(read(settings.carriersFile)),
    rateCard: pathOf(read(settings.rateCard)),
    trustedProxies: read(settings.trustedProxies),
    scannerNetworks: read(settings.scannerNetworks),
    geoipFile: pathOf(read(settings.geoipFile)),
    inboundSmtpPort: read(settings.inboundSmtpPort),
    inboundSmtpHost: read(settings.inboundSmtpHost),
    submissionPort: read(settings.submissionPort),
    submissionTlsPort: read(settings.submissionTlsPort),
    submissionHost: read(settings.submissionHost),
    submissionCertificateFile: pathOf(read(settings.submissionCertificateFile)),
    submissionKeyFile: pathOf(read(settings.submissionKeyFile)),
    workers: read(settings.workers),
    workerPort: read(settings.workerPort),
    databaseConnections: read(settings.databaseConnections),
    messagesAtOnce: read(settings.messagesAtOnce),
    auditLogDays: read(settings.auditLogDays),
    requestLogDays: read(settings.requestLogDays),
    drainSeconds: read(settings.drainSeconds),
    stopSeconds: read(settings.stopSeconds),
    doors: read(settings.doors),
    snsTopics: read(settings.snsTopics),
    mailgunSigningKey: read(settings.mailgunSigningKey),
    postmarkPassword: read(settings.postmarkPassword),
    sendgridPublicKey: read(settings.sendgridPublicKey),
    resendSigningSecret: read(settings.resendSigningSecret),
    bodies: read(settings.bodies),
    bodiesAccessKey: read(settings.bodiesAccessKey),
    bodiesSecretKey: read(settings.bodiesSecretKey),
    encryptionKey: read(settings.encryptionKey),
    webhookAddresses: read(settings.webhookAddresses),
    mxAddresses: read(settings.mxAddresses),
    oidcIssuer: read(settings.oidcIssuer),
    oidcClientId: read(settings.oidcClientId),
    oidcClientSecret: read(settings.oidcClientSecret),
    oidcName: read(settings.oidcName),
    oidcGroupsFile: pathOf(read(settings.oidcGroupsFile)),
    oidcTrustedDomains: read(settings.oidcTrustedDomains),
    passwordSignIn: read(settings.passwordSignIn),
    otlpEndpoint: read(settings.otlpEndpoint),
    otlpHeaders: read(settings.otlpHeaders),
    tracesRatio: read(settings.tracesRatio),
    environment,
  }
  for (const other of ['databaseDirectUrl', 'databaseReadUrl'] as const)
    if (config[other] && !config.databaseUrl)
      faults.push(`${settings[other].name} is set, so ${settings.databaseUrl.name} must be set as well.`)
  if (config.emailTransports?.includes('relay') && !config.smtpUrl)
    faults.push(`${settings.emailTransports.name} names relay, so ${settings.smtpUrl.name} must be set.`)
  if (config.emailTransports?.includes('ses') && !config.ses)
    faults.push(`${settings.emailTransports.name} names ses, so ${settings.ses.name} must be set.`)
  if (config.ses && !config.sesSecretKey)
    faults.push(`${settings.ses.name} is set, so ${settings.sesSecretKey.name} must be set as well.`)
  if (config.emailTransports?.includes('direct') && !isFullName(config.hostname ?? machineName()))
    faults.push(
      `${settings.emailTransports.name} names direct, so ${settings.hostname.name} must be set to the full name of this server, such as mail.example.com. Other mail servers refuse a server that introduces itself as ${JSON.stringify(machineName())}.`,
    )
  if (config.bodies?.kind === 's3' && (config.bodiesAccessKey === null || config.bodiesSecretKey === null))
    faults.push(
      `${settings.bodies.name} names a bucket, so ${settings.bodiesAccessKey.name} and ${settings.bodiesSecretKey.name} must be set.`,
    )
  if (config.stopSeconds !== null && config.stopSeconds < config.drainSeconds + minSecondsAfterDrain)
    faults.push(
      `${settings.stopSeconds.name} must be at least ${minSecondsAfterDrain} more than ${settings.drainSeconds.name}, to finish work in progress after the drain.`,
    )
  if (config.oidcIssuer && !(config.oidcClientId && config.oidcClientSecret))
    faults.push(
      `${settings.oidcIssuer.name} is set, so ${settings.oidcClientId.name} and ${settings.oidcClientSecret.name} must be set as well.`,
    )
  if (config.passwordSignIn === false && !config.oidcIssuer)
    faults.push(
      `${settings.passwordSignIn.name} is false, so ${settings.oidcIssuer.name} must be set: nobody could sign in.`,
    )
  if ((config.submissionCertificateFile === null) !== (config.submissionKeyFile === null))
    faults.push(
      `${settings.submissionCertificateFile.name} and ${settings.submissionKeyFile.name} belong together: set both of them or none.`,
    )
  if (faults.length > 0) throw fatal(faults.join('\n'))
  return Object.freeze(config)
}

/** Read by clients, not by the service. */
const otherNames = ['POSTHORN_API_KEY', 'POSTHORN_URL']
/** Kubernetes sets these in every pod when there is a service called posthorn. */
const fromKubernetes = /^POSTHORN_(?:SERVICE_HOST$|SERVICE_PORT|PORT$|PORT_\d)/

/** Otherwise a typo in a name would only be noticed when mail is captured instead of sent. */
function unknownNames(environment: Environment): string[] {
  const known = Object.values<Setting<unknown>>(settings).flatMap(one =>
    one.secret ? [one.name, fileNameOf(one)] : [one.name],
  )
  const isUnknown = (name: string) =>
    name.startsWith('POSTHORN_') && ![...known, ...otherNames].includes(name) && !fromKubernetes.test(name)
  return Object.entries(environment).flatMap(([name, text]) => {
    if (!text?.trim() || !isUnknown(name)) return []
    const meant = findNearMiss(name, known)
    return [
      `There is no setting ${name}.${meant ? ` Did you mean ${meant}?` : ' All settings are listed in docs/settings.md.'}`,
    ]
  })
}

const pathOf = (text: string | null): string | null => (text ? resolve(text) : null)

/** The text of a setting, empty when it is not set. A secret may be in a file. */
function textOf<T>(setting: Setting<T>, environment: Environment): SecretText {
  const text = environment[setting.name]?.trim() ?? ''
  const fileName = fileNameOf(setting)
  const path = setting.secret && environment[fileName]?.trim()
  if (!path) return isQuoted(text) ? { kind: 'fault', fault: `${setting.name} ${inQuotes}` } : { kind: 'text', text }
  if (text) return { kind: 'fault', fault: `${setting.name} and ${fileName} are both set: only one of them may be.` }
  const read = readSecretFile(path)
  return read.kind === 'fault' ? { kind: 'fault', fault: `${fileName} names a file that ${read.fault}.` } : read
}

/** Docker's --env-file keeps the quotes that a shell or a .env file would take away: data would go into a folder of that name. */
const isQuoted = (text: string): boolean => /^(["']).*\1$/s.test(text)
const inQuotes = 'is in quotes, which count as a part of it here. Leave them out.'

const maxShown = 100

/** Does not print keys and passwords. */
const shown = <T>({ secret }: Setting<T>, text: string): string =>
  secret ? 'what it is set to' : JSON.stringify(text.length > maxShown ? `${text.slice(0, maxShown)}…` : text)
