/** Evaluates what a receiver would: may this address send for that domain (RFC 7208)? */
import type { LookUp } from '../dns/look-up.ts'
import { asResolver, isTooLong } from './as-resolver.ts'

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
  // Loaded on first use: loading takes longer than the rest of the command line.
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
    // The evaluator reads no other texts, explanations among them.
    resolver: asResolver(lookUp, isSpf),
  })
  if (status.result === 'permerror') return permanentError(lookups)
  return known.find(result => result === status.result) ?? 'no_answer'
}

const known = ['pass', 'neutral', 'softfail', 'fail', 'none'] as const

function permanentError(lookups: { count?: number; void?: number } = {}): SpfResult {
  if ((lookups.count ?? 0) > maxLookups) return 'too_many_lookups'
  return (lookups.void ?? 0) > maxVoidLookups ? 'too_many_void_lookups' : 'broken'
}
