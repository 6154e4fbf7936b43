/** A message as a receiver authenticates it: DKIM, SPF for the addresses that it would come from, and DMARC over both. */
import type { LookUp } from '../dns/look-up.ts'
import { asResolver } from './as-resolver.ts'
import { checkHostname } from './check-hostname.ts'
import { worstSpfFirst } from './check-spf.ts'
import { evaluateSpf, type SpfResult } from './evaluate-spf.ts'
import { limitedLookUp } from './limited-look-up.ts'

export type Arriving = {
  /** All of its headers; of its body only what was signed. */
  message: Buffer
  returnPath: string
  /** The names that it would come from; none when they are not ours. */
  hostnames: readonly string[]
}

type DkimResult = 'pass' | 'fail' | 'no_key' | 'no_answer'

export type Authentication = {
  dkim: { domain: string; selector: string; algorithm: string; result: DkimResult; aligned: boolean }[]
  /** The worst that any address gets; null when it is not known which one sends. */
  spf: { domain: string; address: string; result: SpfResult; aligned: boolean } | null
  dmarc: {
    result: 'pass' | 'fail' | 'none' | 'no_answer'
    /** What receivers are asked to do with what fails; null without a record. */
    policy: string | null
    /** Where the record stands; null without one. */
    domain: string | null
  }
}

/** A caller waits for it. SPF alone may ask many questions, each of two signatures one, DMARC up to eight for each name. */
const limits = { questions: 80, timeMs: 3_000 }
const maxAddresses = 8

export async function authenticate(unlimited: LookUp, arriving: Arriving): Promise<Authentication> {
  const lookUp = limitedLookUp(unlimited, limits)
  const resolver = asResolver(lookUp)
  // Loaded when they are needed: that takes 140 ms.
  const [{ dkimVerify }, { evaluateDmarc }] = await Promise.all([
    import('mailauth/lib/dkim/verify.js'),
    import('mailauth/lib/dmarc/index.js'),
  ])
  const [verified, spf] = await Promise.all([
    dkimVerify(arriving.message, { resolver, sender: arriving.returnPath }),
    spfOf(lookUp, arriving),
  ])
  const passed = verified.results.filter(({ status }) => status.result === 'pass')
  const { response, dkimAligned } = await evaluateDmarc({
    headerFrom: verified.headerFrom,
    fromFields: verified.fromFields,
    spfDomains: spf?.result === 'pass' ? [spf.domain] : [],
    dkimDomains: passed.map(({ id = '', signingDomain = '' }) => ({ id, domain: signingDomain })),
    resolver,
  })
  const from = verified.headerFrom[0]?.split('@').at(-1) ?? ''
  return {
    dkim: verified.results
      .filter(({ signingDomain }) => signingDomain !== undefined)
      .map(({ signingDomain = '', selector = '', algo = '', status }) => ({
        domain: signingDomain,
        selector,
        algorithm: algo,
        result: dkimResult(status),
        aligned:
          status.result === 'pass' && dkimAligned ? dkimAligned.has(signingDomain) : isUnder(from, signingDomain),
      })),
    spf: spf && {
      ...spf,
      aligned: spf.result === 'pass' && dkimAligned ? isSpfAligned(response) : isUnder(spf.domain, from),
    },
    dmarc: dmarcOf(response),
  }
}

/** Every address that may send; the worst that one of them gets is what some receivers see. */
async function spfOf(lookUp: LookUp, { returnPath, hostnames }: Arriving) {
  const domain = returnPath.slice(returnPath.lastIndexOf('@') + 1)
  const hosts = await Promise.all(
    hostnames.map(async hostname => ({ hostname, ...(await checkHostname(lookUp, hostname)) })),
  )
  const sources = hosts.flatMap(({ hostname, addresses }) => addresses.map(address => ({ hostname, address })))
  const results = await Promise.all(
    sources.slice(0, maxAddresses).map(async ({ hostname, address }) => ({
      ...{ domain, address },
      result: await evaluateSpf(lookUp, { domain, address, hostname }),
    })),
  )
  const worst = worstSpfFirst.find(one => results.some(({ result }) => result === one))
  return results.find(({ result }) => result === worst) ?? null
}

function dkimResult({ result, comment }: { result: string; comment?: string }): DkimResult {
  if (result === 'pass') return 'pass'
  if (result === 'temperror') return 'no_answer'
  return comment === 'no key' ? 'no_key' : 'fail'
}

type Response = Awaited<ReturnType<typeof import('mailauth/lib/dmarc/index.js').evaluateDmarc>>['response']

const isSpfAligned = (response: Response): boolean => response !== false && response.alignment.spf.result !== undefined

function dmarcOf(response: Response): Authentication['dmarc'] {
  if (response === false) return { result: 'none', policy: null, domain: null }
  const { status, policy, policyDomain } = response
  // `??`: without a record there is neither.
  const found = { policy: policy ?? null, domain: policyDomain ?? null }
  switch (status.result) {
    case 'pass':
    case 'fail':
    case 'none':
      return { result: status.result, ...found }
    default:
      return { result: 'no_answer', ...found }
  }
}

/** Relaxed alignment (RFC 7489, 3.1) as far as names show it: where there is no DMARC record nobody says more. */
const isUnder = (name: string, parent: string): boolean => name === parent || name.endsWith(`.${parent}`)
