/**
 * Resolves names. DNS is queried directly: the system resolver shares four threads, and a few names whose servers do not
 * answer would block all lookups. The system resolver is only used for names that DNS does not have.
 */
import { lookup, Resolver } from 'node:dns/promises'

export type LookupOptions = {
  /** Default: the servers of this machine. */
  servers?: readonly string[]
  timeoutMs?: number
}

export type Lookup = (hostname: string) => Promise<readonly string[]>

export function addressLookup({ servers = [], timeoutMs = 5_000 }: LookupOptions = {}): Lookup {
  const resolver = new Resolver({ timeout: timeoutMs, tries: 2 })
  if (servers.length > 0) resolver.setServers(servers)
  return async hostname => {
    if (!hostname.includes('.')) return systemLookup(hostname)
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
    const addresses = answers.flatMap(answer => (answer.status === 'fulfilled' ? answer.value : []))
    if (addresses.length > 0) return addresses
    const unheard = answers.find(answer => answer.status === 'rejected' && !isDefiniteNo(answer.reason))
    if (unheard?.status === 'rejected') throw unheard.reason
    return systemLookup(hostname)
  }
}

const systemLookup = async (hostname: string) => (await lookup(hostname, { all: true })).map(({ address }) => address)

/** A definite answer of DNS: the name does not exist, or has no such address. */
const isDefiniteNo = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOTFOUND' || error.code === 'ENODATA')
