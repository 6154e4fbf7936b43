/** When too many of a domain's broadcasts bounce or are reported as spam. Pure. */

/** Recipients whose mail was handed over or refused, and how many of them bounced or complained. */
export type Rates = { sent: number; bounced: number; complained: number }

/** In percent of what was sent. */
export type Rules = { maxBouncePercent: number; maxComplaintPercent: number }

/** Below these numbers a rate says nothing. */
export const minCounts = { bounced: 10, complained: 3 }

/** Why broadcasts should be paused, in words; undefined when they need not be. */
export function tooMany({ sent, bounced, complained }: Rates, rules: Rules): string | undefined {
  // Reports about mail that is not counted as sent say nothing about a rate.
  const isAbove = (count: number, percent: number) => count <= sent && count > (sent * percent) / 100
  if (complained >= minCounts.complained && isAbove(complained, rules.maxComplaintPercent))
    return `${share(complained, sent)} were reported as spam within a day, and ${rules.maxComplaintPercent} % is the limit`
  if (bounced >= minCounts.bounced && isAbove(bounced, rules.maxBouncePercent))
    return `${share(bounced, sent)} bounced within a day, and ${rules.maxBouncePercent} % is the limit`
  return undefined
}

const share = (part: number, whole: number): string =>
  `${part.toLocaleString('en')} of ${whole.toLocaleString('en')} (${percent(part, whole)})`

const percent = (part: number, whole: number): string => `${((part / whole) * 100).toFixed(1)} %`

/** What an email waits for. All emails of a pause have the same text, by which they are found again. */
export const describePause = ({ domain, reason }: { domain: string; reason: string }): string =>
  `${pausedPrefix}${domain}: ${reason}`

export const pausedPrefix = 'paused broadcasts of '

/** The same for one broadcast that somebody has paused, or that has paused itself. */
export const describePausedBroadcast = (id: string): string => `${pausedBroadcastPrefix}${id}`

export const pausedBroadcastPrefix = 'paused broadcast '

/** The same for the local time of a recipient, such as 2027-01-31T09:00. */
export const describeLocalTime = (time: string, zone: string): string =>
  `${localTimePrefix}${time.replace('T', ' ')} in ${zone}`

export const localTimePrefix = 'local time '
