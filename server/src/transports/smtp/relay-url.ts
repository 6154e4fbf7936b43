import type { Target, TlsMode } from './connect.ts'

export type Relay = Readonly<{
  target: Target
  tls: TlsMode
  credentials: Readonly<{ user: string; pass: string }> | null
  /** At once, where that is said. */
  connections?: number
}>

const explicitTls: Record<string, TlsMode['kind']> = {
  required: 'required',
  opportunistic: 'opportunistic',
  off: 'off',
}

/** Credentials make TLS and its certificate a must; without them, TLS is taken when it is offered. `?tls=` decides otherwise. */
export function parseRelayUrl(text: string): Relay {
  const url = new URL(text)
  const implicit = url.protocol === 'smtps:'
  const credentials =
    url.username === '' ? null : { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) }
  const asked = url.searchParams.get('tls')
  const kind = asked === null ? (credentials || implicit ? 'required' : 'opportunistic') : explicitTls[asked]
  if (!kind) throw new Error('tls must be required, opportunistic or off')
  if (implicit && kind === 'off') throw new Error('smtps:// is TLS and cannot be had with tls=off')
  return {
    target: { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port) || (implicit ? 465 : 25) },
    tls: { kind: implicit ? 'implicit' : kind, checked: kind === 'required' },
    credentials,
    ...(url.searchParams.has('connections') && { connections: Number(url.searchParams.get('connections')) }),
  }
}
