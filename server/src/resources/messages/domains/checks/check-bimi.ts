import type { LookUp } from '../dns/look-up.ts'
import { type Check, shown } from './check.ts'

/** A logo beside the mail of the domain. Receivers show it only where DMARC is enforced, so the check is skipped before that. */
export async function checkBimi(lookUp: LookUp, domain: string): Promise<Check> {
  const name = `default._bimi.${domain}`
  const answer = await lookUp({ name, type: 'TXT' })
  const records = answer.kind === 'answer' ? answer.seen.filter(text => /^v=BIMI1\s*;/i.test(text)) : []
  const common = { about: 'bimi', name, seen: shown(records), line: null } as const
  if (answer.kind === 'no_answer')
    return { ...common, level: 'unknown', result: 'no_answer', wanted: 'An answer from DNS: ask again later.' }
  if (records.length === 1)
    return { ...common, level: 'good', result: 'there', wanted: 'Receivers that show logos find one.' }
  if (records.length > 1)
    return { ...common, level: 'advice', result: 'several_records', wanted: 'One record: several count as none.' }
  const wanted = 'Optional: the address of a logo (SVG Tiny PS). Some receivers also want a certificate for it, in a=.'
  const line = `${name}. IN TXT "v=BIMI1; l=https://${domain}/logo.svg"`
  return { ...common, level: 'advice', result: 'missing', wanted, line }
}
