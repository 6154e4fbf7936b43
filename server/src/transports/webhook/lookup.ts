/**
 * The addresses of a name. DNS is asked directly: the system's own look-up shares four threads, and a few names whose
 * servers do not answer would hold up everybody's. It is left for names that only this machine knows.
 */
import { lookup, Resolver } from 'node:dns/promises'

export type LookupOptions = {
  /** Those of this machine when left out. */
  servers?: readonly string[]
  timeoutMs?: number
}

export type Lookup = (hostname: string) => Promise<readonly string[]>

export function addressLookup({ servers = [], timeoutMs = 5_000 }: LookupOptions = {}): Lookup {
  const resolver = new Resolver({ timeout: timeoutMs, tries: 2 })
  if (servers.length > 0) resolver.setServers(servers)
  return async hostname => {
    if (!hostname.includes('.')) return ofThisMachine(hostname)
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
    const addresses = answers.flatMap(answer => (answer.status === 'fulfilled' ? answer.value : []))
    if (addresses.length > 0) return addresses
    const unheard = answers.find(answer => answer.status === 'rejected' && !saysNo(answer.reason))
    if (unheard?.status === 'rejected') throw unheard.reason
    return ofThisMachine(hostname)
  }
}

const ofThisMachine = async (hostname: string) => (await lookup(hostname, { all: true })).map(({ address }) => address)

/** DNS has answered: there is no such name, or it has no such address. */
const saysNo = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOTFOUND' || error.code === 'ENODATA')
