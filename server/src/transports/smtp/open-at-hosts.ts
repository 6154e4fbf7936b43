import { isIP } from 'node:net'
import { showTarget } from './connect.ts'
import type { Dane } from './dane/dane.ts'
import { type MxResolver, noMail } from './mx.ts'
import { openAsDemanded } from './open-as-demanded.ts'
import { foreseen, PeerFailure } from './peer-failure.ts'
import { classifyRefusedSession } from './replies/classify-reply.ts'
import type { Session } from './session.ts'
import type { SessionOptions } from './session-options.ts'
import type { TlsDemand } from './tls-demand.ts'

type Where = Readonly<{
  dns: MxResolver
  /** Which addresses may be connected to. */
  allow(address: string): boolean
  port: number
  session: Omit<SessionOptions, 'tls'>
  demand: TlsDemand
  /** Where it is proved which hosts take the mail: what these say of their certificates goes before. */
  dane?: Dane | undefined
  /** Our own addresses to go from, at most one of each version; any of them when left out. */
  from?: readonly string[] | undefined
}>

/** Beyond this no other host or address is tried: each may take as long as a connection may, and another message waits. */
const tryForMs = 120_000
const hostsAtMost = 5

/** A session with the first of the hosts that wants to talk, those left out that have been asked. Fails with a PeerFailure. */
export async function openAtHosts(where: Where, asked?: ReadonlySet<string>): Promise<Session> {
  const { hosts, by } = where.demand
  if (hosts.length === 0) throw new PeerFailure('tls', `No mail host is one of those in ${by}`, { isOwnDemand: true })
  const left = hosts.slice(0, hostsAtMost).filter(host => !asked?.has(showTarget({ host, port: where.port })))
  const until = performance.now() + tryForMs
  return firstToOpen(left, until, host => openAtHost(host, where, until))
}

async function openAtHost(host: string, where: Where, until: number): Promise<Session> {
  const addresses = await where.dns.addressesOf(host)
  if (addresses.length === 0) throw noMail(`550 5.4.4 The mail host ${host} has no address`)
  // These very addresses are connected to: nothing is looked up after the check.
  if (!addresses.every(where.allow)) throw noMail(`550 5.4.4 The mail host ${host} has no public address`)
  const demand = stricter(await where.dane?.demandOf(host, where.port), where.demand)
  const reachable = addresses.filter(address => !where.from || ourAddressFor(address, where.from))
  if (reachable.length === 0)
    throw new PeerFailure('connect', `The mail host ${host} has no address of the version that ours has`, { host })
  return firstToOpen(reachable, until, address => openAtAddress(host, address, { ...where, demand }))
}

type Demand = Pick<TlsDemand, 'tls' | 'by'>
type At = Omit<Where, 'demand'> & { demand: Demand }

/** What the host's zone says goes before, unless it names no certificate and the other one asks for TLS as well. */
const stricter = (ofHost: Demand | undefined, other: Demand): Demand =>
  ofHost && (ofHost.tls.accepts || other.tls.kind !== 'required') ? ofHost : other

const ourAddressFor = (address: string, from: readonly string[]): string | undefined =>
  from.find(ours => isIP(ours) === isIP(address))

async function openAtAddress(host: string, address: string, where: At): Promise<Session> {
  const { port, session, demand, from = [] } = where
  const localAddress = ourAddressFor(address, from)
  const target = { host, port, address, ...(localAddress && { localAddress }) }
  const opened = await openAsDemanded(target, session, demand).catch(foreseen)
  if (!(opened instanceof PeerFailure)) return opened
  const { stage, message, about } = opened
  const refusal = (stage === 'greeting' || stage === 'ehlo') && about.reply && about.reply.code >= 500 && about.reply
  throw refusal ? new PeerFailure(stage, message, { ...about, final: classifyRefusedSession(refusal) }) : opened
}

/** A no is only final when all say it: the one that is away today may be the one that takes the mail. */
async function firstToOpen(
  names: readonly string[],
  until: number,
  open: (name: string) => Promise<Session>,
): Promise<Session> {
  let worth: PeerFailure | undefined
  for (const name of names) {
    if (worth && performance.now() > until) break
    const opened = await open(name).catch(foreseen)
    if (!(opened instanceof PeerFailure)) return opened
    if (!worth || worth.about.final || !opened.about.final) worth = opened
  }
  throw worth ?? new PeerFailure('connect', 'There is no other host')
}
