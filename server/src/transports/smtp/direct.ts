/** Takes each message to the recipients' own mail hosts. */

import type { AddressRule } from '#core/public-address.ts'
import { type AddressPolicy, addressPolicy } from '#core/public-address.ts'
import type { EmailTransport } from '../transport.ts'
import type { MxResolver } from './mx.ts'
import { openAtDomain } from './open-at-domain.ts'
import { SessionPool } from './session-pool.ts'
import { rfcTimeouts, type Timeouts } from './timeouts.ts'
import { transmit } from './transmit.ts'

export type DirectOptions = {
  /** What we call ourselves in EHLO. */
  hostname: string
  dns: MxResolver
  /** Which addresses a mail host may have. */
  mailHosts: AddressRule
  port?: number
  timeouts?: Timeouts
  maxConnections?: number
}

export function directTransport(options: DirectOptions): EmailTransport {
  const { hostname, dns, mailHosts, port = 25, timeouts = rfcTimeouts, maxConnections = 20 } = options
  const session = { hostname, tls: { kind: 'opportunistic', checked: false }, credentials: null, timeouts } as const
  const pools = new Map<string, SessionPool>()
  const name = 'direct'

  /** Sessions that were opened under one policy are not used under another. */
  function poolOf(domain: string, policy: AddressPolicy): SessionPool {
    const key = `${policy} ${domain}`
    const pool = pools.get(key) ?? new SessionPool(maxConnections, () => pools.delete(key))
    pools.set(key, pool)
    return pool
  }

  return {
    name,
    accepted: 'delivered',
    destinationOf: domainOf,
    maxConnections,
    async send(transmission) {
      const [domain = '', other] = new Set(transmission.recipients.map(domainOf))
      if (other !== undefined) throw new Error('The recipients of a transmission share one domain')
      const policy = await mailHosts()
      const open = () => openAtDomain(domain, { dns, allow: addressPolicy(policy), port, session })
      return transmit({ name, pool: poolOf(domain, policy), open }, transmission)
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([...pools.values()].map(pool => pool.close()))
    },
  }
}

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase()
