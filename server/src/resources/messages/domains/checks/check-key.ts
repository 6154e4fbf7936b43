/** Whether receivers can verify our signatures with the key that DNS shows (RFC 6376, 3.6.1). */
import type { Finding } from '../dns/findings.ts'
import { type DnsRecord, isKeyPurpose, type KeyPurpose, zoneLine } from '../dns/records.ts'
import { type Check, type Level, shown } from './check.ts'
import { parseTags, type Tags } from './tags.ts'

type KeyResult = keyof typeof wanted

const wanted = {
  right: 'The key is ours.',
  capitals: 'The values of k=, h= and s= in lower case: some receivers do not know them in capitals.',
  testing: 'The key without t=y, which tells receivers to treat signed mail like unsigned.',
  missing: 'Our key. A record that was set just now can take a while to show.',
  revoked: 'Our key: an empty p= says that it was revoked.',
  wrong_key: 'Our key: the one in DNS does not verify our signatures.',
  restricted: 'Our key for email and SHA-256: h= or s= exclude them.',
  broken: 'A record that can be read: v=DKIM1 first and in capitals, then tags such as k=rsa, each of them once.',
  several_records: 'One record: with several, receivers take any of them, or none (RFC 6376, 3.6.2.2).',
  no_answer: 'An answer from DNS: ask again later.',
} as const

export const isKeyFinding = (finding: Finding): finding is Finding & { record: { purpose: KeyPurpose } } =>
  isKeyPurpose(finding.record.purpose)

export function checkKey(finding: Finding & { record: { purpose: KeyPurpose } }): Check {
  const { record } = finding
  const seen = finding.state === 'no_answer' ? [] : finding.seen
  const result = finding.state === 'no_answer' ? 'no_answer' : keyResult(record, seen)
  return {
    about: record.purpose,
    name: record.name,
    level: levelOf(record.purpose, result),
    result,
    seen: shown(seen),
    wanted: wanted[result],
    line: result === 'right' || result === 'no_answer' ? null : zoneLine(record),
  }
}

/** Texts about something else, such as an SPF record behind a wildcard, are not keys. */
const looksLikeKey = (text: string): boolean => /^\s*v\s*=\s*DKIM1\s*(;|$)/.test(text) || /(^|;)\s*p\s*=/.test(text)

function keyResult(record: DnsRecord, seen: readonly string[]): KeyResult {
  const [text, ...others] = seen.filter(looksLikeKey)
  if (text === undefined) return 'missing'
  if (others.length > 0) return 'several_records'
  const [key, own] = [parseKey(text), parseKey(record.value)]
  if (!key || !own || !hasItsVersion(key) || !key.has('p')) return 'broken'
  const result = compareKeys(inLowerCase(key), own)
  return result === 'right' && compareKeys(key, own) !== 'right' ? 'capitals' : result
}

/** Receivers discard a record whose `v=` is not the first tag or is not spelled `DKIM1`. */
const hasItsVersion = (key: Tags): boolean =>
  !key.has('v') || (key.keys().next().value === 'v' && key.get('v') === 'DKIM1')

/** RFC 6376 says in 3.2 that case matters in values, and defines these in a grammar in which it does not. Receivers differ. */
const inLowerCase = (key: Tags): Tags =>
  new Map([...key].map(([tag, value]) => [tag, tag === 'p' ? value : value.toLowerCase()]))

function compareKeys(key: Tags, own: Tags): KeyResult {
  if (key.get('p') === '') return 'revoked'
  if ((key.get('k') ?? 'rsa') !== own.get('k') || key.get('p') !== own.get('p')) return 'wrong_key'
  if (!allows(key, 'h', ['sha256']) || !allows(key, 's', ['*', 'email'])) return 'restricted'
  return (key.get('t') ?? '').split(':').includes('y') ? 'testing' : 'right'
}

/** White space may stand anywhere in a key record (RFC 6376, 3.2), and the forms of DNS providers insert it. */
const parseKey = (text: string): Tags | null => parseTags(text.replaceAll(/\s/g, ''))

const allows = (key: Tags, tag: string, any: readonly string[]): boolean =>
  !key.has(tag) || (key.get(tag) ?? '').split(':').some(one => any.includes(one))

/** Only the RSA key that signs is required. */
function levelOf(purpose: KeyPurpose, result: KeyResult): Level {
  if (result === 'right') return 'good'
  if (result === 'no_answer') return 'unknown'
  if (result === 'capitals' || result === 'testing') return 'advice'
  return result === 'missing' && purpose !== 'dkim_rsa' ? 'advice' : 'fault'
}
