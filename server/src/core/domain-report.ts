/** The parts that we store of receivers' reports about a sender domain. Reports are not authenticated. */

type Reported = {
  /** The reporter and its id for the report, both as it names them. */
  reporter: string
  reportId: string
  /** The domain whose policy the report is about. */
  domain: string
  begins: Date
  ends: Date
}

/** RFC 7489: the servers that sent mail for the domain. */
export type DmarcReport = Reported & { kind: 'dmarc'; sources: readonly DmarcSource[] }

export type DmarcSource = {
  /** The IP address, or `otherSources` for the sources above the limit. */
  address: string
  /** The domain authenticated by a signature or the envelope, aligned or not. Empty when there is none. */
  provenDomain: string
  /** Whether they pass for the domain in From. */
  dkim: boolean
  spf: boolean
  disposition: Disposition
  messages: number
}

const otherSources = 'others'

export const dispositions = ['none', 'quarantine', 'reject'] as const
type Disposition = (typeof dispositions)[number]

/** Merges equal sources. Sources above the limit are merged into one per result. */
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

/** RFC 8460: the TLS results of servers that send to the domain. */
export type TlsReport = Reported & { kind: 'tls'; results: readonly TlsResult[] }

export type TlsResult = { policy: TlsPolicy; result: TlsOutcome; sessions: number }

export const tlsPolicies = ['tlsa', 'sts', 'no-policy-found', 'other'] as const
type TlsPolicy = (typeof tlsPolicies)[number]

/** From section 4.3, plus `other`. */
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
