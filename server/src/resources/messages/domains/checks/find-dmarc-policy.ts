/**
 * Finds the DMARC record that applies to a domain: its own, or that of its organizational domain. The latter is found by asking
 * each name above (RFC 9989, 4.10), which needs no public suffix list and agrees with RFC 7489 wherever only the organization has
 * a record.
 */
import type { LookUp } from '../dns/look-up.ts'
import { withParents } from '../name.ts'
import { parseTags, type Tags } from './tags.ts'

export type DmarcPolicy = { text: string; tags: Tags }
export type AppliedPolicy = {
  kind: 'policy'
  at: string
  inherited: boolean
  policy: DmarcPolicy
  seen: readonly string[]
}
type Flawed = { kind: 'several_records' | 'broken'; at: string; seen: readonly string[] }
type Found = AppliedPolicy | Flawed
type Step = Found | { kind: 'missing' } | { kind: 'no_answer' }

/** RFC 9989, 4.10: longer names are cut to seven labels. */
const maxParents = 7

export async function findDmarcPolicy(lookUp: LookUp, name: string): Promise<Step> {
  const own = await policyAt(lookUp, name, false)
  if (own.kind !== 'missing') return own
  const parents = withParents(name).slice(1).slice(-maxParents)
  const steps = await Promise.all(parents.map(parent => policyAt(lookUp, parent, true)))
  // A name that does not answer may hold the record that applies.
  if (steps.some(({ kind }) => kind === 'no_answer')) return { kind: 'no_answer' }
  return ofOrganization(steps.filter(step => 'at' in step)) ?? { kind: 'missing' }
}

/** The highest record, unless `psd` marks where an organization ends (RFC 9989, 4.10.2). */
function ofOrganization(found: readonly Found[]): Found | undefined {
  const psd = (step: Found) => (step.kind === 'policy' ? step.policy.tags.get('psd') : undefined)
  const belowRegistry = found.slice(0, found.findIndex(step => psd(step) === 'y') + 1 || found.length)
  const organization = belowRegistry.find(step => psd(step) === 'n')
  return organization ?? belowRegistry.findLast(step => psd(step) !== 'y') ?? belowRegistry.at(-1)
}

async function policyAt(lookUp: LookUp, at: string, inherited: boolean): Promise<Step> {
  const answer = await lookUp({ name: `_dmarc.${at}`, type: 'TXT' })
  if (answer.kind === 'no_answer') return { kind: 'no_answer' }
  const seen = answer.seen.filter(text => /^v\s*=\s*DMARC1/i.test(text))
  const [text, ...others] = seen
  if (text === undefined) return { kind: 'missing' }
  if (others.length > 0) return { kind: 'several_records', at, seen }
  const tags = withLowerCaseNames(parseTags(text))
  return tags && isPolicy(tags)
    ? { kind: 'policy', at, inherited, policy: { text, tags }, seen }
    : { kind: 'broken', at, seen }
}

/** Unlike those of DKIM, the names of these tags may be in upper case (RFC 7489, 6.4). */
const withLowerCaseNames = (tags: Tags | null): Tags | null =>
  tags && new Map([...tags].map(([tag, value]) => [tag.toLowerCase(), value]))

const policies = /^(none|quarantine|reject)$/i
/** The values that RFC 7489, 6.3 allows for its tags; other tags are ignored. */
const allowed: Readonly<Record<string, RegExp>> = {
  v: /^DMARC1$/,
  p: policies,
  sp: policies,
  np: policies,
  adkim: /^[rs]$/i,
  aspf: /^[rs]$/i,
  pct: /^(\d{1,2}|100)$/,
  ri: /^\d{1,10}$/,
  fo: /^[01ds](\s*:\s*[01ds])*$/i,
  rua: /^[a-z][a-z0-9+.-]*:[^\s,]+(\s*,\s*[a-z][a-z0-9+.-]*:[^\s,]+)*$/i,
  ruf: /^[a-z][a-z0-9+.-]*:[^\s,]+(\s*,\s*[a-z][a-z0-9+.-]*:[^\s,]+)*$/i,
}

const maxLength = 5_120

/** Without a policy, an address for reports makes it p=none (RFC 7489, 6.6.3). */
function isPolicy(tags: Tags): boolean {
  const [first] = tags.keys()
  if (first !== 'v' || !(tags.has('p') || tags.has('rua'))) return false
  return [...tags].every(([tag, value]) => value.length <= maxLength && (allowed[tag]?.test(value) ?? true))
}
