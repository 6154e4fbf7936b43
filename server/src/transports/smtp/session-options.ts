import type { Socket } from 'node:net'
import type { Options } from 'nodemailer/lib/smtp-connection'
import { serverName, type Target, type TlsMode } from './connect.ts'
import type { Timeouts } from './timeouts.ts'

export type SessionOptions = Readonly<{
  hostname: string
  tls: TlsMode
  credentials: Readonly<{ user: string; pass: string }> | null
  timeouts: Timeouts
}>

/** The same in nodemailer's words, for a socket that is connected. */
export function connectionOptions(connection: Socket, target: Target, options: SessionOptions): Options {
  const { hostname, tls, timeouts } = options
  const implicit = tls.kind === 'implicit'
  return {
    connection,
    host: target.host,
    port: target.port,
    name: hostname,
    secure: implicit,
    secured: implicit,
    requireTLS: tls.kind === 'required',
    opportunisticTLS: tls.kind === 'opportunistic',
    ignoreTLS: tls.kind === 'off',
    tls: { ...serverName(target.host), rejectUnauthorized: tls.checked },
    // Ours are shorter; these only have to stay out of the way.
    connectionTimeout: 2 * timeouts.session,
    greetingTimeout: 2 * timeouts.session,
    socketTimeout: 2 * timeouts.session,
    maxResponseSize: 64 * 1024,
  }
}
