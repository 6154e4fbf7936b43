import type { LookUp } from '../dns/look-up.ts'
import { zoneLine } from '../dns/records.ts'
import { roleAddress } from '../name.ts'
import { type Check, canBeCopied, type Level, shown } from './check.ts'
import { type AppliedPolicy, type DmarcPolicy, findDmarcPolicy } from './find-dmarc-policy.ts'

const wanted = {
  enforced: 'The policy is enforced.',
  only_watched:
    'p=quarantine, and then p=reject, once all your mail passes: p=none asks receivers to let forgeries through.',
  no_reports: 'rua, an address for reports: without it nobody tells you who sends in your name.',
  missing: 'A DMARC record, of the domain or of one above it.',
  several_records: 'One DMARC record: several count as none (RFC 7489, 6.6.3).',
  broken:
    'A record that can be read: v=DMARC1 first, then p=none, quarantine or reject, and each tag once (RFC 7489, 6.3).',
  no_answer: 'An answer from DNS: ask again later.',
} as const
type Result = keyof typeof wanted

const levels: Record<Result, Level> = {
  enforced: 'good',
  only_watched: 'advice',
  no_reports: 'advice',
  missing: 'fault',
  several_records: 'fault',
  broken: 'fault',
  no_answer: 'unknown',
}

export async function checkDmarc(lookUp: LookUp, name: string): Promise<Check> {
  const found = await findDmarcPolicy(lookUp, name)
  const result = found.kind === 'policy' ? resultOf(found) : found.kind
  const at = 'at' in found ? found.at : name
  return {
    about: 'dmarc',
    name: `_dmarc.${at}`,
    level: levels[result],
    result,
    seen: shown('seen' in found ? found.seen : []),
    wanted: wanted[result],
    line: lineFor(result, name, found.kind === 'policy' ? found : { at }),
  }
}

function resultOf({ policy, inherited }: AppliedPolicy): Result {
  if (!policy.tags.get('rua')) return 'no_reports'
  return effectivePolicy(policy, inherited) === 'none' ? 'only_watched' : 'enforced'
}

/** `sp` is for the subdomains of the domain that has the record; with `t=y` quarantine asks for nothing (RFC 9989, 4.7). */
function effectivePolicy({ tags }: DmarcPolicy, inherited: boolean): string {
  const own = tags.get('p') ?? 'none'
  const policy = (inherited ? (tags.get('sp') ?? own) : own).toLowerCase()
  return policy === 'quarantine' && /^y$/i.test(tags.get('t') ?? '') ? 'none' : policy
}

/** The existing record with one thing changed, or our own where there is none to keep. */
function lineFor(result: Result, name: string, found: { at: string; policy?: DmarcPolicy; inherited?: boolean }) {
  if (result === 'enforced' || result === 'no_answer') return null
  const rua = `mailto:${roleAddress('dmarc', name)}`
  const kept = found.policy && canBeCopied(found.policy.text) ? new Map(found.policy.tags) : null
  if (!kept) return line(found.at, `v=DMARC1; p=none; rua=${rua}`)
  if (result === 'no_reports') kept.set('rua', rua)
  if (result === 'only_watched') {
    kept.set(found.inherited ? 'sp' : 'p', 'quarantine')
    kept.delete('t')
  }
  // The policy stands behind the version (RFC 7489, 6.3).
  const { v, p = 'none', ...others } = Object.fromEntries(kept)
  return line(
    found.at,
    Object.entries({ v, p, ...others })
      .map(([tag, value]) => `${tag}=${value}`)
      .join('; '),
  )
}

const line = (at: string, value: string): string =>
  zoneLine({ purpose: 'dmarc', name: `_dmarc.${at}`, type: 'TXT', value })
