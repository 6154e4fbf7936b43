/** Whether a relay would accept mail, and if not, what to do. Connects and logs in; no message is sent. */
import type { X509Certificate } from 'node:crypto'
import type { WayCheck } from '@posthorn/contract/console/sending-plan'
import { loginOf, type RelayWay } from '#resources/account/sending-plan/way.ts'
import { oneLine } from '#transports/carriers/one-line.ts'
import type { PeerFailure } from '#transports/smtp/peer-failure.ts'
import { parseRelayUrl } from '#transports/smtp/relay-url.ts'
import { type Tried, tryRelay } from '#transports/smtp/try-relay.ts'
import { relayUrl } from './with-saved.ts'

type Asked = { hostname: string; now: Date; timeoutMs?: number }

/** A person is waiting for the page. */
const defaultTimeoutMs = 8_000

export async function checkRelay(
  way: RelayWay,
  { hostname, now, timeoutMs = defaultTimeoutMs }: Asked,
): Promise<WayCheck> {
  const tried = await tryRelay(parseRelayUrl(relayUrl(way)), { hostname, timeoutMs })
  return tried.kind === 'good' ? good(way, tried.tls) : failed(way, tried, { now, timeoutMs })
}

function good(way: RelayWay, tls: string | undefined): WayCheck {
  const { host } = way
  const username = loginOf(way)
  const login = username === null ? 'No login was tried.' : 'It accepts the login.'
  const message = `${host} answers, ${tls ? `encrypted (${tls})` : 'unencrypted'}. ${login}`
  if (tls || username === null) return { result: 'good', message, detail: null, advice: null }
  const advice =
    'The password is sent over the network unencrypted. Choose STARTTLS unless the server is on this machine.'
  return { result: 'doubtful', message, detail: null, advice }
}

type Found = Pick<WayCheck, 'message' | 'advice'>

function failed(
  way: RelayWay,
  { failure, certificate }: Extract<Tried, { kind: 'failed' }>,
  { now, timeoutMs }: { now: Date; timeoutMs: number },
): WayCheck {
  const said = failure.about.reply?.text
  const words = said ?? failure.message
  const found = certificate ? badCertificate(way, certificate, now) : foundAt[failure.stage](way, failure, timeoutMs)
  const shown = found.message.includes(words) ? null : oneLine(withoutSecret(words, way))
  return { result: 'failed', message: found.message, detail: shown, advice: found.advice }
}

/** Some servers repeat the credentials in their reply. */
function withoutSecret(words: string, way: RelayWay): string {
  const { password } = way
  const given = [password, password && Buffer.from(`\0${loginOf(way)}\0${password}`).toString('base64')]
  return given.reduce<string>((text, secret) => (secret ? text.replaceAll(secret, '…') : text), words)
}

const foundAt: Record<PeerFailure['stage'], (way: RelayWay, failure: PeerFailure, timeoutMs: number) => Found> = {
  dns: unreached,
  connect: unreached,
  greeting: ({ host, port, security }, { about }, timeoutMs) =>
    about.reply
      ? { message: `${host} refuses the connection.`, advice: 'Its reply below tells why. Ask its administrator.' }
      : {
          message: `${host} accepted the connection but sent nothing within ${timeoutMs / 1_000} seconds.`,
          advice:
            port === 465 && security !== 'tls'
              ? 'Port 465 needs TLS from the start: choose that.'
              : 'Check that this is the port of a mail server: usually 465 with TLS from the start, else 587.',
        },
  ehlo: ({ host }) => ({
    message: `${host} refuses the greeting (EHLO).`,
    advice: 'Some servers require a full host name: set POSTHORN_HOSTNAME to the name of this machine.',
  }),
  tls: ({ host, port }) => ({
    message: `${host} does not offer TLS on port ${port}, or the TLS handshake failed.`,
    advice: 'Try port 587 with STARTTLS, or port 465 with TLS. Without TLS, no password is sent.',
  }),
  auth: ({ host, preset }, { about }) => ({
    message: about.reply ? `${host} refuses the user name or the password.` : `${host} was not sent the password.`,
    advice:
      (about.reply && preset && accountAdvice[preset]) ||
      'Enter both again. Many providers have a separate password for SMTP.',
  }),
  message: ({ host }) => ({ message: `${host} closed the connection.`, advice: 'Try again in a moment.' }),
}

const accountAdvice: Record<NonNullable<RelayWay['preset']>, string> = {
  gmail:
    'Gmail requires an app password (16 letters) instead of the account password: Google account, Security, 2-Step Verification, App passwords.',
  postmark: 'At Postmark, the server API token is both user name and password.',
  ses: 'SES has separate SMTP credentials for each region, which are not the access key. Create them in the SES console under SMTP settings.',
  mailgun: 'At Mailgun, each domain has its own SMTP credentials, and the EU region has a different host.',
  brevo: 'At Brevo, the password is an SMTP key from SMTP & API, and the user name is shown next to it.',
}

function unreached({ host, port, security }: RelayWay, { message }: PeerFailure, timeoutMs: number): Found {
  const code = /failed: (.*)$/.exec(message)?.[1] ?? message
  if (/ENOTFOUND|EAI_AGAIN|ENODATA/.test(code))
    return { message: `There is no host called ${host}.`, advice: 'Check the name: DNS does not know it.' }
  if (code === 'ECONNREFUSED')
    return {
      message: `${host} refuses connections on port ${port}.`,
      advice: 'Check the port: usually 587, 465 or 2525.',
    }
  if (/SSL|EPROTO|ECONNRESET/.test(code) && security === 'tls')
    return {
      message: `${host} does not use TLS from the start on port ${port}.`,
      advice: 'Choose STARTTLS, or port 465.',
    }
  if (/timed out|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|no answer/.test(code))
    return {
      message: `${host} does not answer on port ${port} within ${timeoutMs / 1_000} seconds.`,
      advice:
        port === 25
          ? 'Your hosting provider most likely blocks port 25. Use 587, or ask them to open it.'
          : 'A firewall or your hosting provider may block this port. Try 587, 465 or 2525.',
    }
  return { message: `${host} cannot be reached on port ${port}: ${code}.`, advice: 'Check the host and the port.' }
}

function badCertificate({ host }: RelayWay, certificate: X509Certificate, now: Date): Found {
  const subject = commonName(certificate.subject)
  const names = (certificate.subjectAltName ?? '').replaceAll(/DNS:|IP Address:/g, '') || subject
  const isOver = certificate.validToDate.getTime() < now.getTime()
  const isOwn = certificate.subject === certificate.issuer
  const why = isOver
    ? `expired on ${certificate.validToDate.toISOString().slice(0, 10)}`
    : isOwn
      ? 'is self-signed'
      : `is for ${oneLine(names).slice(0, 200)}, signed by ${oneLine(commonName(certificate.issuer)).slice(0, 100)}`
  return {
    message: `This machine does not trust the certificate of ${host}: it ${why}.`,
    advice:
      'Use the host name in the certificate. If the server is your own, set NODE_EXTRA_CA_CERTS to the CA that signed it.',
  }
}

const commonName = (distinguished: string): string => /^CN=(.*)$/m.exec(distinguished)?.[1] ?? distinguished
