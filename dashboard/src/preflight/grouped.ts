import type { EmailPreflight, PreflightCheck } from '@posthorn/contract/messages/preflight'

type Verdict = PreflightCheck['verdict']
type Group = { verdict: Verdict; checks: PreflightCheck[] }

/** What hinders most comes first. */
const order: readonly Verdict[] = ['problem', 'advice', 'fine']

/** The checks by their verdict; a verdict that nothing has is left out. */
export const grouped = (checks: readonly PreflightCheck[]): Group[] =>
  order
    .map(verdict => ({ verdict, checks: checks.filter(one => one.verdict === verdict) }))
    .filter(group => group.checks.length > 0)

const names: Record<string, string> = {
  dkim: 'DKIM',
  spf: 'SPF',
  dmarc: 'DMARC',
  bulk_rules: 'Rules for bulk senders',
  spam_filter: 'SpamAssassin',
  html_support: 'Mail programs',
  html: 'HTML',
}

/** What a check is about, for people. */
export const nameOf = (about: string): string =>
  names[about] ?? `${about.charAt(0).toUpperCase()}${about.slice(1).replaceAll('_', ' ')}`

/** Who gets it, as a sentence. */
export function reachOf(recipients: EmailPreflight['recipients']): string {
  const reached = recipients.filter(one => one.gets_it).length
  if (recipients.length === 1) return reached === 1 ? 'The recipient gets it' : 'The recipient does not get it'
  return reached === recipients.length ? `All ${reached} get it` : `${reached} of ${recipients.length} get it`
}
