import type { Target, TlsMode } from './connect.ts'

export type Relay = Readonly<{
  target: Target
  tls: TlsMode
  credentials: Readonly<{ user: string; pass: string }> | null
  /** The most at once, if the URL says so. */
  connections?: number
}>

const explicitTls: Record<string, TlsMode['kind']> = {
  required: 'required',
  opportunistic: 'opportunistic',
  off: 'off',
}

/** With credentials, TLS and a valid certificate are required. Without, TLS is used if offered. `?tls=` overrides this. */
export function parseRelayUrl(text: string): Relay {
  const url = new URL(text)
  const implicit = url.protocol === 'smtps:'
  const credentials =
    url.username === '' ? null : { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) }
  const asked = url.searchParams.get('tls')
  const kind = asked === null ? (credentials || implicit ? 'required' : 'opportunistic') : explicitTls[asked]
  if (!kind) throw new Error('tls must be required, opportunistic or off')
  if (implicit && kind === 'off') throw new Error('smtps:// always uses TLS and cannot be combined with tls=off')
  return {
    target: { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port) || (implicit ? 465 : 25) },
    tls: { kind: implicit ? 'implicit' : kind, checked: kind === 'required' },
    credentials,
    ...(url.searchParams.has('connections') && { connections: Number(url.searchParams.get('connections')) }),
  }
}
