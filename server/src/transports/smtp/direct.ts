/** Takes each message to the recipients' own mail hosts. */
import { type AddressPolicy, type AddressRule, addressPolicy } from '#core/public-address.ts'
import type { EmailTransport } from '../transport.ts'
import type { TlsMode } from './connect.ts'
import type { StsPolicies } from './mta-sts.ts'
import type { MxResolver } from './mx.ts'
import { openAtHosts } from './open-at-hosts.ts'
import { notReached } from './outcomes.ts'
import { foreseen, PeerFailure } from './peer-failure.ts'
import { type KnownReceiver, knownReceivers, receiverOf } from './receivers.ts'
import { SessionPool, usualPoolLimits } from './session-pool.ts'
import { rfcTimeouts, type Timeouts } from './timeouts.ts'
import { tlsDemandOf } from './tls-demand.ts'
import { transmit } from './transmit.ts'

export type DirectOptions = {
  /** What we call ourselves in EHLO. */
  hostname: string
  dns: MxResolver
  /** Which addresses a mail host may have. */
  mailHosts: AddressRule
  receivers?: readonly KnownReceiver[]
  /** What domains demand of a connection; nothing when left out. */
  policies?: StsPolicies
  port?: number
  timeouts?: Timeouts
}

export function directTransport(options: DirectOptions): EmailTransport {
  const { hostname, dns, mailHosts, receivers = knownReceivers, port = 25, timeouts = rfcTimeouts } = options
  const session = { hostname, credentials: null, timeouts } as const
  const pools = new Map<string, SessionPool>()
  const name = 'direct'

  /** Domains with the same hosts share sessions. Those that were opened under one rule are not used under another. */
  function poolOf(hosts: readonly string[], policy: AddressPolicy, tls: TlsMode): SessionPool {
    const key = [policy, tls.kind, tls.checked, ...hosts.toSorted()].join(' ')
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
      const allow = addressPolicy(policy)
      const sts = await options.policies?.of(domain, allow)
      const demand = tlsDemandOf({ domain, hosts, sts, isRequired: transmission.requiresTls ?? false })
      const where = { dns, allow, port, session, demand }
      const way = {
        name,
        pool: poolOf(demand.hosts, policy, demand.tls),
        open: () => openAtHosts(where),
        openOther: (asked: ReadonlySet<string>) => openAtHosts(where, asked),
      }
      return transmit(way, transmission)
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([...pools.values()].map(pool => pool.close()))
    },
  }
}

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase()
