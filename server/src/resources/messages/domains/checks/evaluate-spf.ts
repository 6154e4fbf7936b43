/** Asks what a receiver would ask: may this address send for that domain (RFC 7208)? */
import type { LookUp, Question } from '../dns/look-up.ts'

export type SpfResult =
  | 'pass'
  | 'neutral'
  | 'softfail'
  | 'fail'
  | 'none'
  | 'several_records'
  | 'too_many_lookups'
  | 'too_many_void_lookups'
  | 'broken'
  | 'no_answer'

const maxTimeMs = 10_000
/** RFC 7208, 4.6.4. */
const maxLookups = 10
const maxVoidLookups = 2
/** RFC 7208, 3.4 wants an answer of 512 octets; ten times that is nobody's honest record. */
const maxRecordLength = 5_120

const isTooLong = (text: string): boolean => text.length > maxRecordLength
const isSpf = (text: string): boolean => /^v=spf1( |$)/i.test(text)

export const spfRecords = (texts: readonly string[]): string[] => texts.filter(isSpf)

export async function evaluateSpf(
  lookUp: LookUp,
  { domain, address, hostname }: { domain: string; address: string; hostname: string },
): Promise<SpfResult> {
  const answer = await lookUp({ name: domain, type: 'TXT' })
  const records = answer.kind === 'answer' ? spfRecords(answer.seen) : []
  if (records.length > 1) return 'several_records'
  if (records.some(isTooLong)) return 'broken'
  // Loaded when it is needed: it takes longer than the rest of the command line.
  const { spf } = await import('mailauth/lib/spf/index.js')
  const { status, lookups } = await spf({
    sender: `postmaster@${domain}`,
    ip: address,
    helo: hostname,
    mta: hostname,
    strict: true,
    maxResolveCount: maxLookups,
    maxVoidCount: maxVoidLookups,
    maxElapsedTime: maxTimeMs,
    resolver: asResolver(lookUp),
  })
  if (status.result === 'permerror') return permanentError(lookups)
  return known.find(result => result === status.result) ?? 'no_answer'
}

const known = ['pass', 'neutral', 'softfail', 'fail', 'none'] as const

function permanentError(lookups: { count?: number; void?: number } = {}): SpfResult {
  if ((lookups.count ?? 0) > maxLookups) return 'too_many_lookups'
  return (lookups.void ?? 0) > maxVoidLookups ? 'too_many_void_lookups' : 'broken'
}

/** Our look-up in the form of `resolve` of node:dns, whose errors the evaluator knows. */
function asResolver(lookUp: LookUp) {
  return async (name: string, type: string) => {
    if (!isAskable(type)) throw failure('ENOTIMP')
    const answer = await lookUp({ name, type })
    if (answer.kind === 'no_answer') throw failure(answer.code)
    if (answer.seen.length === 0) throw failure('ENODATA')
    // `as`: the evaluator's type leaves out that MX records are objects.
    if (type === 'MX') return answer.seen.map(asExchange) as unknown as string[]
    return type === 'TXT' ? asPolicies(answer.seen) : [...answer.seen]
  }
}

/** Other texts, explanations among them, are not for us to read. */
function asPolicies(texts: readonly string[]): string[][] {
  const policies = spfRecords(texts)
  if (policies.some(isTooLong)) throw failure('ETOOLONG')
  return policies.map(text => [text])
}

function asExchange(text: string): { priority: number; exchange: string } {
  const [priority, exchange = ''] = text.split(' ')
  return { priority: Number(priority), exchange }
}

const askable: readonly Question['type'][] = ['TXT', 'MX', 'A', 'AAAA', 'PTR']
const isAskable = (type: string): type is Question['type'] => askable.some(one => one === type)

const failure = (code: string): Error => Object.assign(new Error(`DNS: ${code}`), { code })
