/** Hands every message to one SMTP server, which sees to the rest. */
import type { EmailTransport } from '../transport.ts'
import { openAsDemanded } from './open-as-demanded.ts'
import { openInClearToo } from './open-in-clear-too.ts'
import { type Label, labelFor } from './relay-label.ts'
import { parseRelayUrl } from './relay-url.ts'
import { SessionPool, usualPoolLimits } from './session-pool.ts'
import { rfcTimeouts, type Timeouts } from './timeouts.ts'
import { senderDemand } from './tls-demand.ts'
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
  /** By the host of the address when left out. */
  label?: Label
}

export function relayTransport(options: RelayOptions): EmailTransport {
  const { url, hostname, name = 'relay', final, timeouts = rfcTimeouts } = options
  const { target, tls, credentials, connections = usualPoolLimits.connections } = parseRelayUrl(url)
  const { label = labelFor(target.host) } = options
  const pool = new SessionPool({ ...usualPoolLimits, connections })
  const destination = { name: `${target.host}:${target.port}`, maxRunning: connections, firstRunning: 5 }
  const session = { hostname, credentials, timeouts }
  const usual = { name, pool, open: () => openInClearToo(target, { ...session, tls }) }
  // Where it is not encrypted anyway, what must be has sessions of its own.
  const isEncrypted = tls.kind === 'required' || tls.kind === 'implicit'
  const encryptedPool = new SessionPool({ ...usualPoolLimits, connections })
  const encrypted = { name, pool: encryptedPool, open: () => openAsDemanded(target, session, senderDemand) }
  return {
    name,
    accepted: final ? 'delivered' : 'sent',
    groupOf: () => destination.name,
    destinationOf: () => destination,
    send(transmission) {
      const message = label(transmission.message, transmission.emailId)
      const way = transmission.requiresTls && !isEncrypted ? encrypted : usual
      return transmit(way, { ...transmission, message })
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([pool.close(), encryptedPool.close()])
    },
  }
}
