/** The mail hosts of a domain (RFC 5321 5.1, RFC 7505), looked up in DNS and cached. */
import type { MxRecord } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { PeerFailure } from './peer-failure.ts'
import { remember } from './remember.ts'

export type MxResolver = {
  /** At least one name, in the order to try. Fails with a PeerFailure, which is final if DNS answers that there is no mail host. */
  hostsOf(domain: string): Promise<readonly string[]>
  /** The IP addresses of a host, possibly none. Fails with a PeerFailure if DNS does not answer. */
  addressesOf(host: string): Promise<readonly string[]>
  /** The TXT records of a name, possibly none. Fails with a PeerFailure if DNS does not answer. */
  textsOf(name: string): Promise<readonly string[]>
}

export type MxResolverOptions = {
  /** Default: the name servers of this machine. */
  servers?: readonly string[]
  timeoutMs?: number
  now?: () => number
  random?: () => number
}

export function mxResolver(options: MxResolverOptions = {}): MxResolver {
  const { servers = [], timeoutMs = 5_000, now = () => performance.now(), random = Math.random } = options
  const resolver = new Resolver({ timeout: timeoutMs, tries: 2 })
  if (servers.length > 0) resolver.setServers(servers)
  const addressesOf = remember(now, (host: string) => findAddresses(resolver, host))
  const recordsOf = remember(now, (domain: string) => findRecords(resolver, addressesOf, domain))
  return {
    hostsOf: async domain => inOrder(await recordsOf(domain), random),
    addressesOf,
    async textsOf(name) {
      const records = await ask(() => resolver.resolveTxt(name), name)
      return records === 'no such name' ? [] : records.map(pieces => pieces.join(''))
    },
  }
}

async function findRecords(
  resolver: Resolver,
  addressesOf: MxResolver['addressesOf'],
  domain: string,
): Promise<MxRecord[]> {
  const records = await ask(() => resolver.resolveMx(domain), domain)
  if (records === 'no such name') throw noMail(`550 5.1.2 The domain ${domain} does not exist`)
  if (records.length > 0) {
    const named = records.filter(record => record.exchange !== '')
    if (named.length === 0) throw noMail(`556 5.1.10 The domain ${domain} takes no mail (null MX)`)
    return named
  }
  const addresses = await addressesOf(domain)
  if (addresses.length === 0) throw noMail(`550 5.1.2 The domain ${domain} has no mail host`)
  return [{ exchange: domain, priority: 0 }]
}

async function findAddresses(resolver: Resolver, host: string): Promise<readonly string[]> {
  const [four, six] = await Promise.allSettled([
    ask(() => resolver.resolve4(host), host),
    ask(() => resolver.resolve6(host), host),
  ])
  const found = [four, six].flatMap(answer =>
    answer.status === 'fulfilled' && answer.value !== 'no such name' ? answer.value : [],
  )
  if (found.length > 0) return found
  const silent = [four, six].find(answer => answer.status === 'rejected')
  if (silent) throw silent.reason
  return []
}

/** "No records" and "no such name" are answers. Anything else is a failure that may be temporary. */
async function ask<Record>(question: () => Promise<Record[]>, name: string): Promise<Record[] | 'no such name'> {
  try {
    return await question()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : error
    if (code === 'ENOTFOUND') return 'no such name'
    if (code === 'ENODATA') return []
    throw new PeerFailure('dns', `The DNS lookup of ${name} failed (${code})`)
  }
}

export function noMail(text: string): PeerFailure {
  const reply = { code: Number(text.slice(0, 3)), text }
  return new PeerFailure('dns', text, { reply, final: { bounce: 'bad_domain', suppress: false } })
}

/** Sorted by preference. Hosts of equal preference are shuffled, so that they share the load. */
function inOrder(records: readonly MxRecord[], random: () => number): string[] {
  return records
    .map(record => ({ ...record, chance: random() }))
    .sort((a, b) => a.priority - b.priority || a.chance - b.chance)
    .map(record => record.exchange)
}
