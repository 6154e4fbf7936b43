/** Hands every message to one SMTP server, which sees to the rest. */
import type { EmailTransport } from '../transport.ts'
import { openInClearToo } from './open-in-clear-too.ts'
import { parseRelayUrl } from './relay-url.ts'
import { SessionPool } from './session-pool.ts'
import { rfcTimeouts, type Timeouts } from './timeouts.ts'
import { transmit } from './transmit.ts'

export type RelayOptions = {
  /** smtp:// or smtps://, with `user:password@` and `?tls=required|opportunistic|off` when wanted. */
  url: string
  /** What we call ourselves in EHLO. */
  hostname: string
  name?: string
  /** Whether what the relay accepts counts as delivered. */
  final: boolean
  timeouts?: Timeouts
  connections?: number
}

export function relayTransport(options: RelayOptions): EmailTransport {
  const { url, hostname, name = 'relay', final, timeouts = rfcTimeouts, connections = 20 } = options
  const { target, tls, credentials } = parseRelayUrl(url)
  const pool = new SessionPool(connections)
  const route = `${target.host}:${target.port}`
  const open = () => openInClearToo(target, { hostname, tls, credentials, timeouts })
  return {
    name,
    accepted: final ? 'delivered' : 'sent',
    destinationOf: () => route,
    maxConnections: connections,
    send: transmission => transmit({ name, pool, open }, transmission),
    [Symbol.asyncDispose]: () => pool.close(),
  }
}
