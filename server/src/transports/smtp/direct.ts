/** Sends each message directly to the mail hosts of its recipients. */
import { domainOf } from '#core/addresses/email-address.ts'
import { type AddressRule, addressPolicy } from '#core/public-address.ts'
import type { EmailTransport } from '../transport.ts'
import type { Dane } from './dane/dane.ts'
import type { StsPolicies } from './mta-sts/mta-sts.ts'
import type { MxResolver } from './mx.ts'
import { openAtHosts } from './open-at-hosts.ts'
import { notReached } from './outcomes.ts'
import { asPeerFailure, PeerFailure } from './peer-failure.ts'
import { type KnownReceiver, knownReceivers, type Receiver, receiverOf } from './receivers.ts'
import { defaultPoolLimits, SessionPool } from './session-pool.ts'
import { rfcTimeouts, type Timeouts } from './timeouts.ts'
import { tlsDemandOf } from './tls-demand.ts'
import { transmit } from './transmit.ts'
import { defaultWarmUp, type WarmUpStep, warmUpOn } from './warm-up.ts'

/** One of several sending addresses of this machine, with its own host name. */
export type Source = {
  /** Its name in DNS and in EHLO. The address must resolve back to it. */
  name: string
  /** At most one IPv4 and one IPv6 address. */
  addresses: readonly string[]
  /** The streams and organizations that use it, or all when empty. */
  serves: readonly string[]
  /** The first day of its warm-up; undefined when it is warm. */
  warmingSince?: Date
}

export type DirectOptions = {
  /** Our name in EHLO. */
  hostname: string
  dns: MxResolver
  /** The addresses that a mail host may have. */
  mailHosts: AddressRule
  receivers?: readonly KnownReceiver[]
  /** Default: the machine's own address. */
  source?: Source
  warmUp?: readonly WarmUpStep[]
  clock?: () => Date
  /** MTA-STS policies; not used when left out. */
  policies?: StsPolicies
  /** TLSA records; not used when left out. */
  dane?: Dane | undefined
  port?: number
  timeouts?: Timeouts
}

export function directTransport(options: DirectOptions): EmailTransport {
  const { dns, mailHosts, receivers = knownReceivers, source, port = 25, timeouts = rfcTimeouts } = options
  const { clock = () => new Date(), warmUp = defaultWarmUp } = options
  const session = { hostname: source?.name ?? options.hostname, credentials: null, timeouts } as const
  const pools = new Map<string, SessionPool>()
  const name = source ? `direct from ${source.name}` : 'direct'

  /** Domains with the same hosts share sessions. A session opened under one rule is not used under another. */
  function poolOf(hosts: readonly string[], rule: string): SessionPool {
    const key = [rule, ...hosts.toSorted()].join(' ')
    const pool = pools.get(key) ?? new SessionPool(receiverOf(hosts, receivers), () => pools.delete(key))
    pools.set(key, pool)
    return pool
  }

  return {
    name,
    family: 'direct',
    ...(source && { serves: source.serves }),
    accepted: 'delivered',
    groupOf: domainOf,
    async destinationOf(address) {
      const domain = domainOf(address)
      const hosts = await dns.hostsOf(domain).catch(asPeerFailure)
      // A domain whose lookup fails counts as its own receiver.
      const receiver =
        hosts instanceof PeerFailure
          ? { ...defaultPoolLimits, name: domain, isKnown: false }
          : receiverOf(hosts, receivers)
      const caps = capsOf(receiver, source?.name, warmUpOn(clock(), source?.warmingSince, warmUp))
      return { name: receiver.name, maxRunning: receiver.connections, firstRunning: 2, ...(caps && { caps }) }
    },
    async send(transmission) {
      const [domain = '', other] = new Set(transmission.recipients.map(domainOf))
      if (other !== undefined) throw new Error('The recipients of a transmission share one domain')
      const start = performance.now()
      const facts = () => ({ transport: name, durationMs: Math.round(performance.now() - start) })
      const policy = await mailHosts()
      const hosts = await dns.hostsOf(domain).catch(asPeerFailure)
      if (hosts instanceof PeerFailure) {
        return transmission.recipients.map(() => notReached(hosts, facts()))
      }
      const allow = addressPolicy(policy)
      const sts = await options.policies?.of(domain, allow)
      const demand = tlsDemandOf({ domain, hosts, sts, isRequired: transmission.requiresTls ?? false })
      const dane = (await options.dane?.isProved(domain)) ? options.dane : undefined
      const where = { dns, allow, port, session, demand, dane, from: source?.addresses }
      const receiver = receiverOf(hosts, receivers)
      const route = {
        name,
        ...(receiver.isKnown && { receiver: receiver.name }),
        pool: poolOf(demand.hosts, [policy, demand.tls.kind, demand.tls.checked, dane !== undefined].join(' ')),
        open: () => openAtHosts(where),
        openOther: (asked: ReadonlySet<string>) => openAtHosts(where, asked),
      }
      return transmit(route, transmission)
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([...pools.values()].map(pool => pool.close()))
    },
  }
}

type WarmUp = ReturnType<typeof warmUpOn>

/** The caps of a receiver, with the rule in words. */
function capsOf({ perMinute, perDay: usual }: Receiver, from: string | undefined, warmUp: WarmUp) {
  const perDay = Math.min(usual ?? Number.POSITIVE_INFINITY, warmUp?.perDay ?? Number.POSITIVE_INFINITY)
  const isPerDay = Number.isFinite(perDay)
  if (perMinute === undefined && !isPerDay) return undefined
  const amounts = [
    ...(perMinute === undefined ? [] : [`${perMinute.toLocaleString('en')} a minute`]),
    ...(isPerDay ? [`${perDay.toLocaleString('en')} a day`] : []),
  ].join(' and ')
  const words = `at most ${amounts}${from ? ` from ${from}` : ''}${warmUp ? `, which is on day ${warmUp.day} of its warm-up` : ''}`
  return { words, ...(perMinute !== undefined && { perMinute }), ...(isPerDay && { perDay }) }
}
