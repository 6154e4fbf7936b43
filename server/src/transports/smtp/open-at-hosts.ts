import { isIP } from 'node:net'
import { showTarget } from './connect.ts'
import type { Dane } from './dane/dane.ts'
import { type MxResolver, noMail } from './mx.ts'
import { openAsDemanded } from './open-as-demanded.ts'
import { asPeerFailure, PeerFailure } from './peer-failure.ts'
import { classifyRefusedSession } from './replies/classify-reply.ts'
import type { Session } from './session.ts'
import type { SessionOptions } from './session-options.ts'
import type { TlsDemand } from './tls-demand.ts'

type Where = Readonly<{
  dns: MxResolver
  /** True for addresses that we may connect to. */
  allow(address: string): boolean
  port: number
  session: Omit<SessionOptions, 'tls'>
  demand: TlsDemand
  /** Set if DNSSEC proves the mail hosts of the domain. The hosts' TLSA records then take precedence. */
  dane?: Dane | undefined
  /** Our sending addresses, at most one per IP version; any address when left out. */
  from?: readonly string[] | undefined
}>

/** After this time no further host or address is tried: each may use up the connect timeout while other messages wait. */
const maxTimeMs = 120_000
const maxHosts = 5

/** Opens a session with the first host that accepts one, except those in `asked`. Fails with a PeerFailure. */
export async function openAtHosts(where: Where, asked?: ReadonlySet<string>): Promise<Session> {
  const { hosts, by } = where.demand
  if (hosts.length === 0)
    throw new PeerFailure('tls', `None of the mail hosts is listed in ${by}`, { isOwnDemand: true })
  const left = hosts.slice(0, maxHosts).filter(host => !asked?.has(showTarget({ host, port: where.port })))
  const until = performance.now() + maxTimeMs
  return firstToOpen(left, until, host => openAtHost(host, where, until))
}

async function openAtHost(host: string, where: Where, until: number): Promise<Session> {
  const found = await where.dns.addressesOf(host)
  if (found.length === 0) throw noMail(`550 5.4.4 The mail host ${host} has no address`)
  // We connect to exactly these addresses, without another lookup after the check.
  const addresses = found.filter(where.allow)
  if (addresses.length === 0) throw noMail(`550 5.4.4 The mail host ${host} has no public address`)
  const demand = stricter(await where.dane?.demandOf(host, where.port), where.demand)
  const reachable = addresses.filter(address => !where.from || ourAddressFor(address, where.from))
  if (reachable.length === 0)
    throw new PeerFailure('connect', `The mail host ${host} has no address of an IP version that we send from`, {
      host,
    })
  return firstToOpen(reachable, until, address => openAtAddress(host, address, { ...where, demand }))
}

type Demand = Pick<TlsDemand, 'tls' | 'by'>
type At = Omit<Where, 'demand'> & { demand: Demand }

/** The host's TLSA records take precedence, unless they name no certificate and the other rule requires TLS too. */
const stricter = (ofHost: Demand | undefined, other: Demand): Demand =>
  ofHost && (ofHost.tls.accepts || other.tls.kind !== 'required') ? ofHost : other

const ourAddressFor = (address: string, from: readonly string[]): string | undefined =>
  from.find(ours => isIP(ours) === isIP(address))

async function openAtAddress(host: string, address: string, where: At): Promise<Session> {
  const { port, session, demand, from = [] } = where
  const localAddress = ourAddressFor(address, from)
  const target = { host, port, address, ...(localAddress && { localAddress }) }
  const opened = await openAsDemanded(target, session, demand).catch(asPeerFailure)
  if (!(opened instanceof PeerFailure)) return opened
  const { stage, message, about } = opened
  const refusal = (stage === 'greeting' || stage === 'ehlo') && about.reply && about.reply.code >= 500 && about.reply
  throw refusal ? new PeerFailure(stage, message, { ...about, final: classifyRefusedSession(refusal) }) : opened
}

/** A refusal is only final if all hosts refuse: a host that is down now may accept the mail later. */
async function firstToOpen(
  names: readonly string[],
  until: number,
  open: (name: string) => Promise<Session>,
): Promise<Session> {
  let failure: PeerFailure | undefined
  for (const name of names) {
    if (failure && performance.now() > until) break
    const opened = await open(name).catch(asPeerFailure)
    if (!(opened instanceof PeerFailure)) return opened
    if (!failure || failure.about.final || !opened.about.final) failure = opened
  }
  throw failure ?? new PeerFailure('connect', 'There is no other host')
}
