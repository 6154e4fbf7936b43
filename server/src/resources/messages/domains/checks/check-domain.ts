import type { Finding } from '../dns/findings.ts'
import type { LookUp } from '../dns/look-up.ts'
import { canBeLookedUp, returnPathDomain } from '../name.ts'
import type { Check } from './check.ts'
import { checkBimi } from './check-bimi.ts'
import { checkDmarc } from './check-dmarc.ts'
import { checkHostname } from './check-hostname.ts'
import { checkKey, isKeyFinding } from './check-key.ts'
import { checkMtaSts, type ReadStsMode } from './check-mta-sts.ts'
import { checkPort25, type GreetMailServer } from './check-port-25.ts'
import { checkReverseDns, isSame } from './check-reverse-dns.ts'
import { checkSpf } from './check-spf.ts'
import { checkTlsReports } from './check-tls-reports.ts'
import { type AskHttps, checkTrackingHost } from './check-tracking-host.ts'

/** Addresses that email leaves from, and the name in their greeting. */
export type Source = { name: string; addresses: readonly string[] }

type Sender = {
  name: string
  hostname: string
  sendsDirectly: boolean
  /** Empty when the machine chooses the address that email leaves from, which is then one of the host name's. */
  sources: readonly Source[]
  findings: readonly Finding[]
  /** Null when links lead to the instance itself, whose host is `publicHost`. */
  trackingHost: string | null
  publicHost: string | null
}

/** Questions that are not for DNS, each answered within seconds, and only at allowed addresses. */
export type Probes = {
  askHttps: AskHttps
  readStsMode: ReadStsMode
  greetMailServer: GreetMailServer
  /** A mail server that is always up. */
  knownMailServer: string
  allowsWeb(address: string): boolean
  allowsMail(address: string): boolean
}

/** `lookUp` limits the number of questions and the time. */
export async function checkDomain(lookUp: LookUp, sender: Sender, probes: Probes): Promise<Check[]> {
  const { name, hostname, sendsDirectly, findings } = sender
  const host = await checkHostname(lookUp, hostname)
  const outgoing = outgoingOf({ name: hostname, addresses: host.addresses }, sender.sources)
  const addresses = outgoing.map(({ address }) => address)
  const server = { addresses, hostname, sendsDirectly, names: namesOf(host.addresses, hostname, outgoing) }
  const others = await Promise.all([
    canBeLookedUp(hostname)
      ? checkSpf(lookUp, { about: 'spf_return_path', domain: returnPathDomain(name), ...server })
      : [],
    canBeLookedUp(hostname) ? checkSpf(lookUp, { about: 'spf_domain', domain: name, ...server }) : [],
    checkPolicies(lookUp, name),
    findings.filter(({ record }) => record.purpose === 'tls_rpt').map(checkTlsReports),
    checkMtaSts(lookUp, name, probes.readStsMode),
    checkLinks(lookUp, sender, probes),
    ...outgoing.map(({ address, name }) => checkReverseDns(lookUp, address, name)),
    sendsDirectly ? checkOutside(lookUp, probes) : [],
  ])
  return [...findings.filter(isKeyFinding).map(checkKey), ...others.flat(), host.check]
}

type Outgoing = { address: string; name: string }

/** More than most hosts have; each costs a full evaluation of SPF. */
const maxAddresses = 8

function outgoingOf(host: Source, sources: readonly Source[]): Outgoing[] {
  const used = sources.length > 0 ? sources : [host]
  return used.flatMap(({ name, addresses }) => addresses.map(address => ({ address, name }))).slice(0, maxAddresses)
}

/** The names that an SPF record must allow: ours, and those of sources that ours does not resolve to. */
const namesOf = (known: readonly string[], hostname: string, outgoing: readonly Outgoing[]): string[] => [
  ...new Set([hostname, ...outgoing.filter(({ address }) => !known.some(isSame(address))).map(({ name }) => name)]),
]

async function checkPolicies(lookUp: LookUp, name: string): Promise<Check[]> {
  const dmarc = await checkDmarc(lookUp, name)
  return dmarc.result === 'enforced' ? [dmarc, await checkBimi(lookUp, name)] : [dmarc]
}

async function checkLinks(lookUp: LookUp, { trackingHost, publicHost }: Sender, probes: Probes): Promise<Check[]> {
  if (trackingHost === null) return []
  const asked = { host: trackingHost, publicHost, allow: probes.allowsWeb, ask: probes.askHttps }
  return [await checkTrackingHost(lookUp, asked)]
}

const checkOutside = (lookUp: LookUp, { knownMailServer, allowsMail, greetMailServer }: Probes): Promise<Check> =>
  checkPort25(lookUp, { peer: knownMailServer, allow: allowsMail, greet: greetMailServer })
