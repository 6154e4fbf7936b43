/** When too many of a domain's broadcasts bounce or are called spam. Pure. */

/** Recipients that mail was handed over for or refused, and what of it came to no good. */
export type Rates = { sent: number; bounced: number; complained: number }

/** In percent of what was sent. */
export type Rules = { maxBouncePercent: number; maxComplaintPercent: number }

/** Below these a rate says nothing. */
export const enough = { bounced: 10, complained: 3 }

/** Why they should wait, as people read it; undefined when they need not. */
export function tooMany({ sent, bounced, complained }: Rates, rules: Rules): string | undefined {
  // What is told of mail that nobody has counted as sent says nothing about a rate.
  const isAbove = (count: number, percent: number) => count <= sent && count > (sent * percent) / 100
  if (complained >= enough.complained && isAbove(complained, rules.maxComplaintPercent))
    return `${share(complained, sent)} were reported as spam within a day, and ${rules.maxComplaintPercent} % is the limit`
  if (bounced >= enough.bounced && isAbove(bounced, rules.maxBouncePercent))
    return `${share(bounced, sent)} bounced within a day, and ${rules.maxBouncePercent} % is the limit`
  return undefined
}

const share = (part: number, whole: number): string =>
  `${part.toLocaleString('en')} of ${whole.toLocaleString('en')} (${percent(part, whole)})`

const percent = (part: number, whole: number): string => `${((part / whole) * 100).toFixed(1)} %`

/** What an email waits for. One text for all emails of a pause: by it they are found again. */
export const describePause = ({ domain, reason }: { domain: string; reason: string }): string =>
  `${pausedPrefix}${domain}: ${reason}`

export const pausedPrefix = 'paused broadcasts of '

/** The same for one broadcast that somebody has paused, or that has paused by itself. */
export const describePausedBroadcast = (id: string): string => `${pausedBroadcastPrefix}${id}`

export const pausedBroadcastPrefix = 'paused broadcast '
