/** Authenticates a message as a receiver does: DKIM, SPF for the addresses it would come from, and DMARC over both. */
import type { LookUp } from '../dns/look-up.ts'
import { asResolver } from './as-resolver.ts'
import { checkHostname } from './check-hostname.ts'
import { worstSpfFirst } from './check-spf.ts'
import { evaluateSpf, type SpfResult } from './evaluate-spf.ts'
import { limitedLookUp } from './limited-look-up.ts'

export type Arriving = {
  /** All of its headers; only the signed part of its body. */
  message: Buffer
  returnPath: string
  /** The host names it would come from; empty when they are not ours. */
  hostnames: readonly string[]
}

type DkimResult = 'pass' | 'fail' | 'no_key' | 'no_answer'

export type Authentication = {
  dkim: { domain: string; selector: string; algorithm: string; result: DkimResult; aligned: boolean }[]
  /** The worst result of all addresses; null when the sending address is not known. */
  spf: { domain: string; address: string; result: SpfResult; aligned: boolean } | null
  dmarc: {
    result: 'pass' | 'fail' | 'none' | 'no_answer'
    /** What the domain asks receivers to do with mail that fails; null without a record. */
    policy: string | null
    /** Where the DMARC record was found; null without one. */
    domain: string | null
  }
}

/** A caller is waiting. SPF alone may ask many questions, the two signatures one each, DMARC up to eight for each name. */
const limits = { questions: 80, timeMs: 3_000 }
const maxAddresses = 8

export async function authenticate(unlimited: LookUp, arriving: Arriving): Promise<Authentication> {
  const lookUp = limitedLookUp(unlimited, limits)
  const resolver = asResolver(lookUp)
  // Loaded on first use: loading takes 140 ms.
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

/** Evaluates every address that may send; some receivers see the worst result. */
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
  // `??`: without a record both are undefined.
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

/** Relaxed alignment (RFC 7489, 3.1) as far as the names show it: without a DMARC record there is nothing else to go by. */
const isUnder = (name: string, parent: string): boolean => name === parent || name.endsWith(`.${parent}`)
