import type { EmailPreflight, PreflightCheck } from '@posthorn/contract/messages/preflight'

type Verdict = PreflightCheck['verdict']
type Group = { verdict: Verdict; checks: PreflightCheck[] }

/** The most severe verdict comes first. */
const order: readonly Verdict[] = ['problem', 'advice', 'fine']

/** The checks by verdict; verdicts without checks are left out. */
export const byVerdict = (checks: readonly PreflightCheck[]): Group[] =>
  order
    .map(verdict => ({ verdict, checks: checks.filter(one => one.verdict === verdict) }))
    .filter(group => group.checks.length > 0)

const names: Record<string, string> = {
  dkim: 'DKIM',
  spf: 'SPF',
  dmarc: 'DMARC',
  bulk_rules: 'Bulk sender rules',
  spam_filter: 'SpamAssassin',
  html_support: 'Mail apps',
  html: 'HTML',
}

/** The label of a check. */
export const nameOf = (about: string): string =>
  names[about] ?? `${about.charAt(0).toUpperCase()}${about.slice(1).replaceAll('_', ' ')}`

/** How many recipients get it, as a sentence. */
export function reachOf(recipients: EmailPreflight['recipients']): string {
  const reached = recipients.filter(one => one.gets_it).length
  if (recipients.length === 1) return reached === 1 ? 'The recipient gets it' : 'The recipient does not get it'
  return reached === recipients.length ? `All ${reached} get it` : `${reached} of ${recipients.length} get it`
}
