/** Whether live email can be sent, for each transport. No message is sent. */
import { hostname as machineName } from 'node:os'
import type { Source } from '#resources/messages/domains/checks/check-domain.ts'
import { isSame } from '#resources/messages/domains/checks/check-reverse-dns.ts'
import { limitedLookUp } from '#resources/messages/domains/checks/limited-look-up.ts'
import { dnsLookUp, type LookUp } from '#resources/messages/domains/dns/look-up.ts'
import { sourcesOf } from '#setup/email/domain-examining.ts'
import { liveTransportNames } from '#setup/email/email-transports.ts'
import type { Config } from '#setup/settings.ts'
import { trySes } from '#transports/ses/try-ses.ts'
import { showTarget } from '#transports/smtp/connect.ts'
import type { PeerFailure } from '#transports/smtp/peer-failure.ts'
import { parseRelayUrl, type Relay } from '#transports/smtp/relay-url.ts'
import { tryRelay } from '#transports/smtp/try-relay.ts'
import { type Check, error, ok, warning } from './check.ts'
import { nameservers } from './dns.ts'
import { oneLine } from './one-line.ts'

const name = 'email_transport'

export function checkEmailTransports(config: Config, timeoutMs = 5_000): Promise<Check[]> {
  const hostname = config.hostname ?? machineName()
  const check = async (transport: string): Promise<Check> => {
    if (transport === 'capture')
      return warning(
        name,
        'Live email is captured, not sent.',
        'Choose a transport in the dashboard (Settings, Delivery), or set POSTHORN_SMTP_URL or POSTHORN_EMAIL_TRANSPORTS.',
      )
    if (transport === 'ses') return checkSes(config, timeoutMs)
    if (transport === 'direct') return checkDirect(config, hostname, timeoutMs)
    return checkRelay(parseRelayUrl(transport === 'relay' ? (config.smtpUrl ?? '') : transport), hostname, timeoutMs)
  }
  return Promise.all(liveTransportNames(config).map(check))
}

/** Connects and logs in, as for a message. */
async function checkRelay(relay: Relay, hostname: string, timeoutMs: number): Promise<Check> {
  const { target, credentials } = relay
  const at = `Relay ${showTarget(target)}`
  const tried = await tryRelay(relay, { hostname, timeoutMs })
  if (tried.kind === 'good') {
    const encrypted = tried.tls ? `encrypted (${tried.tls})` : 'unencrypted'
    return ok(name, `${at} answers, ${encrypted}, ${credentials ? 'and accepts the login' : 'without a login'}.`)
  }
  const { message, about } = tried.failure
  // With TLS from the first byte, a refused certificate is a failure to connect.
  const stage = tried.certificate ? 'tls' : tried.failure.stage
  return error(name, `${at} fails at ${stages[stage]}: ${oneLine(about.reply?.text ?? message)}`, advice[stage])
}

async function checkSes({ ses, sesSecretKey }: Config, timeoutMs: number): Promise<Check> {
  if (!ses) return error(name, 'Amazon SES has no URL.', 'Set POSTHORN_SES_URL.')
  const at = `Amazon SES in ${ses.region}`
  const tried = await trySes(ses, sesSecretKey ?? '', timeoutMs)
  switch (tried.kind) {
    case 'good':
      if (!tried.sandbox) return ok(name, `${at} answers and accepts the access key.`)
      return warning(
        name,
        `${at} still has this account in its sandbox, which only sends to verified addresses.`,
        'Request production access in the SES console.',
      )
    case 'unknown':
      return ok(
        name,
        `${at} accepts the access key, which lacks the permission to read the state of the account (ses:GetAccount).`,
      )
    case 'paused':
      return error(name, `${at} has paused sending for this account.`, 'The SES console says why.')
    case 'failed':
      return error(name, `${at} fails: ${tried.why}`, 'Check the region, the access key and POSTHORN_SES_SECRET_KEY.')
  }
}

const stages: Record<PeerFailure['stage'], string> = {
  dns: 'looking up its name',
  connect: 'connecting',
  greeting: 'the greeting',
  ehlo: 'EHLO',
  tls: 'TLS',
  auth: 'the login',
  message: 'the message',
}

const unreachable = 'Check the host and the port, and that this machine can connect to them.'
const advice: Partial<Record<PeerFailure['stage'], string>> = {
  dns: unreachable,
  connect: unreachable,
  greeting: unreachable,
  tls: 'The certificate must be valid, for this host, and from an authority that this machine trusts; ?tls= in its URL sets what is required (docs/sending.md).',
  auth: 'Check the user name and password. Special characters are written as %XX in the URL.',
}

async function checkDirect(config: Config, hostname: string, timeoutMs: number): Promise<Check> {
  const { dnsServers } = config
  const sources = sourcesOf(config)
  const lookUp = limitedLookUp(dnsLookUp(dnsServers), { questions: 2 + 2 * sources.length, timeMs: timeoutMs })
  const answers = await addressesOf(lookUp, hostname)
  if (answers.every(({ kind }) => kind === 'no_answer'))
    return error(
      name,
      `Direct delivery needs DNS, and ${nameservers(dnsServers)} does not answer.`,
      'Set DNS servers that this machine can reach in POSTHORN_DNS_SERVERS or /etc/resolv.conf.',
    )
  const addresses = answers.flatMap(answer => (answer.kind === 'answer' ? answer.seen : []))
  if (addresses.length === 0)
    return warning(
      name,
      `Direct delivery introduces itself as ${hostname}, which has no address in DNS, so receivers distrust it.`,
      'Set forward and reverse DNS, so that POSTHORN_HOSTNAME and the address that this server sends from resolve to each other.',
    )
  const [astray] = (await Promise.all(sources.map(source => strayAddresses(lookUp, source)))).flat()
  if (astray)
    return warning(
      name,
      `Direct delivery sends from ${astray.address} as ${astray.name}, which does not resolve to it, so receivers distrust it.`,
      'Set forward and reverse DNS, so that the name of each source in the delivery file and its addresses resolve to each other.',
    )
  return ok(name, `Direct delivery as ${hostname} (${addresses.slice(0, 4).join(', ')}); DNS answers.`)
}

const addressesOf = (lookUp: LookUp, name: string) =>
  Promise.all([lookUp({ name, type: 'A' }), lookUp({ name, type: 'AAAA' })])

/** The addresses that the name of a source does not resolve to; none when DNS does not answer. */
async function strayAddresses(
  lookUp: LookUp,
  { name, addresses }: Source,
): Promise<{ name: string; address: string }[]> {
  const answers = await addressesOf(lookUp, name)
  if (answers.some(({ kind }) => kind === 'no_answer')) return []
  const seen = answers.flatMap(answer => (answer.kind === 'answer' ? answer.seen : []))
  return addresses.filter(address => !seen.some(isSame(address))).map(address => ({ name, address }))
}
