/** Takes each message to the recipients' own mail hosts. */
import { type AddressPolicy, type AddressRule, addressPolicy } from '#core/public-address.ts'
import type { EmailTransport } from '../transport.ts'
import type { MxResolver } from './mx.ts'
import { openAtHosts } from './open-at-hosts.ts'
import { foreseen, PeerFailure } from './peer-failure.ts'
import { type KnownReceiver, knownReceivers, type Receiver, receiversByDns } from './receivers.ts'
import { SessionPool } from './session-pool.ts'
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
  const { hostname, dns, mailHosts, port = 25, timeouts = rfcTimeouts } = options
  const session = { hostname, tls: { kind: 'opportunistic', checked: false }, credentials: null, timeouts } as const
  const receivers = receiversByDns(dns, options.receivers ?? knownReceivers)
  const pools = new Map<string, SessionPool>()
  const name = 'direct'

  /** Domains with the same hosts share sessions. Those that were opened under one policy are not used under another. */
  function poolOf(hosts: readonly string[], policy: AddressPolicy, limits: Receiver): SessionPool {
    const key = `${policy} ${hosts.toSorted().join(' ')}`
    const pool = pools.get(key) ?? new SessionPool(limits, () => pools.delete(key))
    pools.set(key, pool)
    return pool
  }

  const asDestination = ({ name, connections }: Receiver) => ({ name, maxRunning: connections, firstRunning: 2 })

  return {
    name,
    accepted: 'delivered',
    groupOf: domainOf,
    destinationOf(address) {
      const receiver = receivers.of(domainOf(address))
      return receiver instanceof Promise ? receiver.then(asDestination) : asDestination(receiver)
    },
    async send(transmission) {
      const [domain = '', other] = new Set(transmission.recipients.map(domainOf))
      if (other !== undefined) throw new Error('The recipients of a transmission share one domain')
      const policy = await mailHosts()
      const hosts = await dns.hostsOf(domain).catch(foreseen)
      const where = { dns, allow: addressPolicy(policy), port, session }
      if (hosts instanceof PeerFailure) {
        const unreachable = {
          name,
          pool: new SessionPool(await receivers.of(domain)),
          open: () => Promise.reject(hosts),
        }
        return transmit(unreachable, transmission)
      }
      const way = {
        name,
        pool: poolOf(hosts, policy, await receivers.of(domain)),
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
