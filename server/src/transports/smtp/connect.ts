import type { X509Certificate } from 'node:crypto'
import { isIP, connect as netConnect, type Socket } from 'node:net'
import { connect as tlsConnect } from 'node:tls'
import { PeerFailure } from './peer-failure.ts'

/**
 * Where to go. `host` is the name that is shown and that a certificate must have, `address` its IP address when known, and
 * `localAddress` the one of ours that it is reached from.
 */
export type Target = Readonly<{ host: string; port: number; address?: string; localAddress?: string }>

/** `implicit`: TLS before the first word. `required`: STARTTLS or nothing. `opportunistic`: when offered. `off`: never. */
export type TlsMode = Readonly<{
  kind: 'implicit' | 'required' | 'opportunistic' | 'off'
  /** By the authorities that this machine trusts. */
  checked: boolean
  /** Judges the certificate and those above it instead. */
  accepts?(chain: readonly X509Certificate[]): boolean
}>

/** How long one of several addresses is tried before the next one; Node's 250 ms are too short for another continent. */
const nextAddressAfter = 3_000

/** A connected socket that has not been read from. */
export function connectSocket(target: Target, tls: TlsMode, timeoutMs: number): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  const socket = startConnecting(target, tls)
  const timer = setTimeout(() => fail('timed out'), timeoutMs)
  const onError = (error: NodeJS.ErrnoException) => fail(whyOf(error))
  function fail(why: string) {
    clearTimeout(timer)
    socket.destroy()
    const host = showTarget(target)
    reject(new PeerFailure('connect', `Connection to ${host} failed: ${why}`, { host }))
  }
  socket.on('error', onError)
  socket.once(tls.kind === 'implicit' ? 'secureConnect' : 'connect', () => {
    clearTimeout(timer)
    // Before anyone listens: bytes that come early wait until they do.
    socket.pause()
    resolve(socket)
  })
  return promise
}

/** OpenSSL takes a greeting in clear for another version of TLS. */
const whyOf = ({ code, message }: NodeJS.ErrnoException): string =>
  code === 'ERR_SSL_WRONG_VERSION_NUMBER'
    ? `${code}: it begins in clear there, and not with TLS (smtp:// in place of smtps://)`
    : (code ?? message)

function startConnecting({ host, port, address, localAddress }: Target, tls: TlsMode): Socket {
  const where = {
    ...{ host: address ?? host, port, noDelay: true, autoSelectFamilyAttemptTimeout: nextAddressAfter },
    ...(localAddress && { localAddress }),
  }
  if (tls.kind !== 'implicit') return netConnect(where)
  return tlsConnect({ ...where, ...serverName(host), rejectUnauthorized: tls.checked })
}

/** An IP address may not be sent as a name (RFC 6066). */
export const serverName = (host: string): { servername?: string } => (isIP(host) === 0 ? { servername: host } : {})

export const showTarget = ({ host, port }: Target): string => (port === 25 ? host : `${host}:${port}`)
