/**
 * The MTA-STS policies of domains: announced in DNS, fetched over https, and stored for as long as the domain says, also for workers that
 * start later. So an attacker who blocks DNS or https for a while gains nothing.
 */
import { get } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { KnownPolicy, PolicyStore, StsPolicy } from '../../sts-policy.ts'
import type { MxResolver } from '../mx.ts'
import { parseStsPolicy, stsIdIn } from './mta-sts-policy.ts'

export type StsPolicies = {
  /** Undefined if the domain has no policy, or none that could be read. Never rejects. */
  of(domain: string, allow: (address: string) => boolean): Promise<StsPolicy | undefined>
}

export type StsOptions = {
  dns: MxResolver
  shelf?: PolicyStore
  port?: number
  timeoutMs?: number
  now?: () => number
}

type Entry = { known: Promise<KnownPolicy | undefined>; askAgainAt: number }

const noShelf: PolicyStore = { find: async () => undefined, keep: async () => {} }

/** How often DNS is checked for the policy id. The policy itself is fetched when the id has changed. */
const askEvery = 300_000
const maxEntries = 10_000

export function stsPolicies({
  dns,
  shelf = noShelf,
  port = 443,
  timeoutMs = 10_000,
  now = Date.now,
}: StsOptions): StsPolicies {
  const cache = new Map<string, Entry>()

  /** The current policy, or the old one while it is valid. */
  async function renew(domain: string, allow: (address: string) => boolean, old: KnownPolicy | undefined) {
    const current = old && old.until > now() ? old : undefined
    const id = await dns.textsOf(`_mta-sts.${domain}`).then(stsIdIn, () => undefined)
    if (id === undefined || id === current?.id) return current
    const from = { host: `mta-sts.${domain}`, port, timeoutMs, lookup: lookupAllowed(dns, allow) }
    const policy = parseStsPolicy(await download(from).catch(() => ''))
    if (!policy) return current
    const known = { id, policy, until: now() + policy.maxAgeMs }
    await shelf.keep(domain, known).catch(() => {})
    return known
  }

  return {
    async of(domain, allow) {
      const entry = cache.get(domain)
      const renewed = entry && entry.askAgainAt > now() ? entry : undefined
      const current = renewed ?? {
        known: (entry?.known ?? shelf.find(domain).catch(() => undefined)).then(old => renew(domain, allow, old)),
        askAgainAt: now() + askEvery,
      }
      cache.delete(domain)
      cache.set(domain, current)
      const [oldest] = cache.keys()
      if (cache.size > maxEntries && oldest !== undefined) cache.delete(oldest)
      return (await current.known)?.policy
    },
  }
}

/** We connect to exactly the checked addresses, without another lookup. */
const lookupAllowed =
  (dns: MxResolver, allow: (address: string) => boolean): LookupFunction =>
  (host, { all }, done) => {
    dns.addressesOf(host).then(
      addresses => {
        const found = addresses.filter(allow).map(address => ({ address, family: isIP(address) }))
        const [first] = found
        if (!first) done(new Error(`${host} has no address that may be connected to`), '')
        else if (all) done(null, found)
        else done(null, first.address, first.family)
      },
      (error: Error) => done(error, ''),
    )
  }

const maxPolicy = 64 * 1024

type Download = { host: string; port: number; timeoutMs: number; lookup: LookupFunction }

/** Downloads a short plain text from a server with a valid certificate. Redirects are not followed (RFC 8461 3.3). */
function download({ host, port, timeoutMs, lookup }: Download): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const signal = AbortSignal.timeout(timeoutMs)
  const request = get({ host, port, path: '/.well-known/mta-sts.txt', lookup, agent: false, signal }, answer => {
    const isText = /^text\/plain\b/i.test(answer.headers['content-type'] ?? '')
    if (answer.statusCode !== 200 || !isText) {
      answer.destroy()
      return reject(new Error(`answered ${answer.statusCode}`))
    }
    let text = ''
    answer.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
      if (text.length > maxPolicy) answer.destroy(new Error('too long'))
    })
    answer.once('error', reject).once('end', () => resolve(text))
  })
  request.once('error', reject)
  return promise
}
