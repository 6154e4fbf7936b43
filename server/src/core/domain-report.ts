/** What receivers of mail report of a sender domain, as far as it is kept. They claim it: nobody signs for it. */

type Reported = {
  /** Who reports, and how they call the report; both are their own words. */
  reporter: string
  reportId: string
  /** The domain whose policy it is about. */
  domain: string
  begins: Date
  ends: Date
}

/** RFC 7489: who has sent in the name of the domain. */
export type DmarcReport = Reported & { kind: 'dmarc'; sources: readonly DmarcSource[] }

export type DmarcSource = {
  /** The IP address; `otherSources` for those that were too many to keep. */
  address: string
  /** The domain that a signature or the envelope proves, aligned or not; empty when nothing does. */
  provenDomain: string
  /** Whether they pass for the domain that readers see. */
  dkim: boolean
  spf: boolean
  disposition: Disposition
  messages: number
}

const otherSources = 'others'

export const dispositions = ['none', 'quarantine', 'reject'] as const
type Disposition = (typeof dispositions)[number]

/** What is alike is one; the sources past the first so many are one for each result. */
export function foldSources(sources: readonly DmarcSource[], limit: number): DmarcSource[] {
  const folded = new Map<string, DmarcSource>()
  for (const source of sources) {
    const kept = folded.size < limit || folded.has(keyOf(source)) ? source : asOther(source)
    const before = folded.get(keyOf(kept))
    folded.set(keyOf(kept), { ...kept, messages: kept.messages + (before?.messages ?? 0) })
  }
  return [...folded.values()]
}

const keyOf = ({ address, provenDomain, dkim, spf, disposition }: DmarcSource): string =>
  [address, provenDomain, dkim, spf, disposition].join(' ')

const asOther = (source: DmarcSource): DmarcSource => ({ ...source, address: otherSources, provenDomain: '' })

/** RFC 8460: how others could encrypt what they send to the domain. */
export type TlsReport = Reported & { kind: 'tls'; results: readonly TlsResult[] }

export type TlsResult = { policy: TlsPolicy; result: TlsOutcome; sessions: number }

export const tlsPolicies = ['tlsa', 'sts', 'no-policy-found', 'other'] as const
type TlsPolicy = (typeof tlsPolicies)[number]

/** Section 4.3, and what is none of these. */
export const tlsOutcomes = [
  'success',
  'starttls-not-supported',
  'certificate-host-mismatch',
  'certificate-expired',
  'certificate-not-trusted',
  'validation-failure',
  'tlsa-invalid',
  'dnssec-invalid',
  'dane-required',
  'sts-policy-fetch-error',
  'sts-policy-invalid',
  'sts-webpki-invalid',
  'other',
] as const
export type TlsOutcome = (typeof tlsOutcomes)[number]

export type DomainReport = DmarcReport | TlsReport
