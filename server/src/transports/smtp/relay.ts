/** Hands every message to one SMTP server, which sees to the rest. */
import type { EmailTransport } from '../transport.ts'
import { openInClearToo } from './open-in-clear-too.ts'
import { parseRelayUrl } from './relay-url.ts'
import { SessionPool, usualPoolLimits } from './session-pool.ts'
import { rfcTimeouts, type Timeouts } from './timeouts.ts'
import { transmit } from './transmit.ts'

export type RelayOptions = {
  /** smtp:// or smtps://, with `user:password@`, `?tls=required|opportunistic|off` and `?connections=` when wanted. */
  url: string
  /** What we call ourselves in EHLO. */
  hostname: string
  name?: string
  /** Whether what the relay accepts counts as delivered. */
  final: boolean
  timeouts?: Timeouts
}

export function relayTransport(options: RelayOptions): EmailTransport {
  const { url, hostname, name = 'relay', final, timeouts = rfcTimeouts } = options
  const { target, tls, credentials, connections = usualPoolLimits.connections } = parseRelayUrl(url)
  const pool = new SessionPool({ ...usualPoolLimits, connections })
  const destination = { name: `${target.host}:${target.port}`, maxRunning: connections, firstRunning: 5 }
  const open = () => openInClearToo(target, { hostname, tls, credentials, timeouts })
  return {
    name,
    accepted: final ? 'delivered' : 'sent',
    groupOf: () => destination.name,
    destinationOf: () => destination,
    send: transmission => transmit({ name, pool, open }, transmission),
    [Symbol.asyncDispose]: () => pool.close(),
  }
}
