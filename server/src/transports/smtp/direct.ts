/** Takes each message to the recipients' own mail hosts. */
import { type AddressPolicy, type AddressRule, addressPolicy } from '#core/public-address.ts'
import type { EmailTransport } from '../transport.ts'
import type { MxResolver } from './mx.ts'
import { openAtHosts } from './open-at-hosts.ts'
import { notReached } from './outcomes.ts'
import { foreseen, PeerFailure } from './peer-failure.ts'
import { type KnownReceiver, knownReceivers, receiverOf } from './receivers.ts'
import { SessionPool, usualPoolLimits } from './session-pool.ts'
import { rfcTimeouts, type Timeouts } from './timeouts.ts'
import { transmit } from './transmit.ts'

export type DirectOptions = {
  /** What we call ourselves in EHLO. */
  hostname: string
  dns: MxResolver
  /** Which addresses a mail host may have. */
  mailHosts: AddressRule
  receivers?: readonly KnownReceiver[]
  port?: number
  timeouts?: Timeouts
}

export function directTransport(options: DirectOptions): EmailTransport {
  const { hostname, dns, mailHosts, receivers = knownReceivers, port = 25, timeouts = rfcTimeouts } = options
  const session = { hostname, tls: { kind: 'opportunistic', checked: false }, credentials: null, timeouts } as const
  const pools = new Map<string, SessionPool>()
  const name = 'direct'

  /** Domains with the same hosts share sessions. Those that were opened under one policy are not used under another. */
  function poolOf(hosts: readonly string[], policy: AddressPolicy): SessionPool {
    const key = `${policy} ${hosts.toSorted().join(' ')}`
    const pool = pools.get(key) ?? new SessionPool(receiverOf(hosts, receivers), () => pools.delete(key))
    pools.set(key, pool)
    return pool
  }

  return {
    name,
    accepted: 'delivered',
    groupOf: domainOf,
    async destinationOf(address) {
      const domain = domainOf(address)
      const hosts = await dns.hostsOf(domain).catch(foreseen)
      // One that DNS says nothing about is a receiver of its own.
      const receiver =
        hosts instanceof PeerFailure ? { ...usualPoolLimits, name: domain } : receiverOf(hosts, receivers)
      return { name: receiver.name, maxRunning: receiver.connections, firstRunning: 2 }
    },
    async send(transmission) {
      const [domain = '', other] = new Set(transmission.recipients.map(domainOf))
      if (other !== undefined) throw new Error('The recipients of a transmission share one domain')
      const start = performance.now()
      const policy = await mailHosts()
      const hosts = await dns.hostsOf(domain).catch(foreseen)
      if (hosts instanceof PeerFailure) {
        const facts = { transport: name, durationMs: Math.round(performance.now() - start) }
        return transmission.recipients.map(() => notReached(hosts, facts, 0))
      }
      const where = { dns, allow: addressPolicy(policy), port, session }
      const way = {
        name,
        pool: poolOf(hosts, policy),
        open: () => openAtHosts(hosts, where),
        openOther: (asked: ReadonlySet<string>) => openAtHosts(hosts, where, asked),
      }
      return transmit(way, transmission)
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([...pools.values()].map(pool => pool.close()))
    },
  }
}

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase()
