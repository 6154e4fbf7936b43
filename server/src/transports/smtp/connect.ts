import type { X509Certificate } from 'node:crypto'
import { isIP, connect as netConnect, type Socket } from 'node:net'
import { connect as tlsConnect } from 'node:tls'
import { PeerFailure } from './peer-failure.ts'

/**
 * Where to connect. `host` is the name shown in results and required in the certificate, `address` its IP address if known, and
 * `localAddress` our address to connect from.
 */
export type Target = Readonly<{ host: string; port: number; address?: string; localAddress?: string }>

/** `implicit`: TLS from the start. `required`: STARTTLS or nothing. `opportunistic`: when offered. `off`: never. */
export type TlsMode = Readonly<{
  kind: 'implicit' | 'required' | 'opportunistic' | 'off'
  /** Whether the certificate is checked against the authorities that this machine trusts. */
  checked: boolean
  /** Checks the certificate chain instead. */
  accepts?(chain: readonly X509Certificate[]): boolean
}>

/** How long one of several addresses is tried before the next. Node's 250 ms are too short for another continent. */
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
    // Bytes that arrive before the session reads stay buffered.
    socket.pause()
    resolve(socket)
  })
  return promise
}

/** OpenSSL reports a plaintext greeting as a wrong TLS version. */
const whyOf = ({ code, message }: NodeJS.ErrnoException): string =>
  code === 'ERR_SSL_WRONG_VERSION_NUMBER'
    ? `${code}: the server does not start with TLS there (use smtp:// instead of smtps://)`
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
