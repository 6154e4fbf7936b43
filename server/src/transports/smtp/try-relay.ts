/** Connects and logs in to a relay as for a message, but sends none. */
import type { X509Certificate } from 'node:crypto'
import { openInClearToo } from './open-in-clear-too.ts'
import { asPeerFailure, PeerFailure } from './peer-failure.ts'
import type { Relay } from './relay-url.ts'
import { openSession, type Session } from './session.ts'

type Asked = { hostname: string; timeoutMs: number }

export type Tried =
  | { kind: 'good'; tls: string | undefined }
  /** `certificate`: the relay's certificate, if this machine does not trust it. */
  | { kind: 'failed'; failure: PeerFailure; certificate?: X509Certificate }

export async function tryRelay(relay: Relay, { hostname, timeoutMs }: Asked): Promise<Tried> {
  const { target, tls, credentials } = relay
  const timeouts = { connect: timeoutMs, reply: timeoutMs, session: timeoutMs, dataStart: 0, dataBlock: 0, finalDot: 0 }
  const options = { hostname, tls, credentials, timeouts }
  const opened = await withinTime(openInClearToo(target, options), timeoutMs).catch(asPeerFailure)
  if (!(opened instanceof PeerFailure)) {
    opened.quit()
    return { kind: 'good', tls: opened.tls }
  }
  if (!tls.checked || !isAboutTls(opened)) return { kind: 'failed', failure: opened }
  // Without credentials, only to read the certificate.
  const unchecked = { ...options, credentials: null, tls: { ...tls, checked: false } }
  const seen = await withinTime(openSession(target, unchecked), timeoutMs).catch(asPeerFailure)
  if (seen instanceof PeerFailure) return { kind: 'failed', failure: opened }
  const { certificate } = seen
  seen.quit()
  return { kind: 'failed', failure: opened, ...(certificate && { certificate }) }
}

/** With implicit TLS, a TLS failure is a failure to connect. */
const isAboutTls = ({ stage, message }: PeerFailure): boolean =>
  stage === 'tls' || (stage === 'connect' && /CERT|SIGNATURE/.test(message))

/** A session that opens too late is closed. */
function withinTime(opening: Promise<Session>, timeoutMs: number): Promise<Session> {
  const { promise, resolve, reject } = Promise.withResolvers<Session>()
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    reject(new PeerFailure('greeting', `no answer within ${timeoutMs / 1_000} s`))
  }, timeoutMs)
  opening.then(session => (isLate ? session.quit() : resolve(session)), reject).finally(() => clearTimeout(timer))
  return promise
}
