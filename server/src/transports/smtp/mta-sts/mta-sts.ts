/**
 * The MTA-STS policies of domains: looked for in DNS, fetched over https, and kept for as long as the domain says, also by workers that
 * start later, so that whoever can make either of them silent for a while gains nothing.
 */
import { get } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { KnownPolicy, PolicyShelf, StsPolicy } from '../../sts-policy.ts'
import type { MxResolver } from '../mx.ts'
import { parseStsPolicy, stsIdIn } from './mta-sts-policy.ts'

export type StsPolicies = {
  /** Undefined when the domain has none that could be read. Never rejects. */
  of(domain: string, allow: (address: string) => boolean): Promise<StsPolicy | undefined>
}

export type StsOptions = {
  dns: MxResolver
  shelf?: PolicyShelf
  port?: number
  timeoutMs?: number
  now?: () => number
}

type Entry = { known: Promise<KnownPolicy | undefined>; askAgainAt: number }

const noShelf: PolicyShelf = { find: async () => undefined, keep: async () => {} }

/** DNS is asked for the id of a policy so often; the policy itself is fetched when that has changed. */
const askEvery = 300_000
const rememberAtMost = 10_000

export function stsPolicies({
  dns,
  shelf = noShelf,
  port = 443,
  timeoutMs = 10_000,
  now = Date.now,
}: StsOptions): StsPolicies {
  const memory = new Map<string, Entry>()

  /** What could be read by now, or else what is still good of before. */
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
      const entry = memory.get(domain)
      const renewed = entry && entry.askAgainAt > now() ? entry : undefined
      const current = renewed ?? {
        known: (entry?.known ?? shelf.find(domain).catch(() => undefined)).then(old => renew(domain, allow, old)),
        askAgainAt: now() + askEvery,
      }
      memory.delete(domain)
      memory.set(domain, current)
      const [oldest] = memory.keys()
      if (memory.size > rememberAtMost && oldest !== undefined) memory.delete(oldest)
      return (await current.known)?.policy
    },
  }
}

/** These very addresses are connected to: nothing is looked up after the check. */
const lookupAllowed =
  (dns: MxResolver, allow: (address: string) => boolean): LookupFunction =>
  (host, { all }, done) => {
    dns.addressesOf(host).then(
      addresses => {
        const found = addresses.map(address => ({ address, family: isIP(address) }))
        const [first] = found
        if (!first || !addresses.every(allow)) done(new Error(`${host} has no address that may be connected to`), '')
        else if (all) done(null, found)
        else done(null, first.address, first.family)
      },
      (error: Error) => done(error, ''),
    )
  }

const longestPolicy = 64 * 1024

type Download = { host: string; port: number; timeoutMs: number; lookup: LookupFunction }

/** A short plain text, from a server whose certificate is good; redirects are not followed (RFC 8461 3.3). */
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
      if (text.length > longestPolicy) answer.destroy(new Error('too long'))
    })
    answer.once('error', reject).once('end', () => resolve(text))
  })
  request.once('error', reject)
  return promise
}
