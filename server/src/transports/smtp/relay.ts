/** Sends every message to one SMTP server, which delivers it. */
import type { EmailTransport } from '../transport.ts'
import { openAsDemanded } from './open-as-demanded.ts'
import { openInClearToo } from './open-in-clear-too.ts'
import { type Label, labelFor } from './relay-label.ts'
import { parseRelayUrl } from './relay-url.ts'
import { defaultPoolLimits, SessionPool } from './session-pool.ts'
import { rfcTimeouts, type Timeouts } from './timeouts.ts'
import { senderDemand } from './tls-demand.ts'
import { transmit } from './transmit.ts'

export type RelayOptions = {
  /** smtp:// or smtps://, with optional `user:password@`, `?tls=required|opportunistic|off` and `?connections=`. */
  url: string
  /** Our name in EHLO. */
  hostname: string
  name?: string
  /** Whether what the relay accepts counts as delivered. */
  final: boolean
  timeouts?: Timeouts
  /** Default: chosen by the host of the URL. */
  label?: Label
}

export function relayTransport(options: RelayOptions): EmailTransport {
  const { url, hostname, name = 'relay', final, timeouts = rfcTimeouts } = options
  const { target, tls, credentials, connections = defaultPoolLimits.connections } = parseRelayUrl(url)
  const { label = labelFor(target.host) } = options
  const pool = new SessionPool({ ...defaultPoolLimits, connections })
  const destination = { name: `${target.host}:${target.port}`, maxRunning: connections, firstRunning: 5 }
  const session = { hostname, credentials, timeouts }
  const usual = { name, pool, open: () => openInClearToo(target, { ...session, tls }) }
  // If TLS is not required anyway, messages that require it get separate sessions.
  const isEncrypted = tls.kind === 'required' || tls.kind === 'implicit'
  const encryptedPool = new SessionPool({ ...defaultPoolLimits, connections })
  const encrypted = { name, pool: encryptedPool, open: () => openAsDemanded(target, session, senderDemand) }
  return {
    name,
    accepted: final ? 'delivered' : 'sent',
    groupOf: () => destination.name,
    destinationOf: () => destination,
    send(transmission) {
      const message = label(transmission.message, transmission.emailId)
      const route = transmission.requiresTls && !isEncrypted ? encrypted : usual
      return transmit(route, { ...transmission, message })
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([pool.close(), encryptedPool.close()])
    },
  }
}
