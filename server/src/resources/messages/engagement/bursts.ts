/**
 * Scanners follow every link of a message within seconds, from many addresses and with the User-Agent of a browser; a reader
 * follows one and reads on. So clicks on different links of one copy that are close together count as a machine's.
 */

/** The link is undefined for the honeypot. */
export type Click = { link?: string | undefined; ipAddress: string; at: Date }

/** A click that was recorded earlier, and what it was taken for. */
export type EarlierClick = Click & { by: 'human' | 'machine' }

/** Scanners take a fraction of a second for each link; a reader who opens two in tabs takes several seconds. */
export const burstMs = 3_000

/** The clicks on one copy that have a click on another link close by. Takes time in proportion to their number. */
export function clicksInBursts<Some extends Click>(clicks: readonly Some[]): Set<Some> {
  const inOrder = clicks.toSorted((one, other) => one.at.getTime() - other.at.getTime())
  return new Set([...followers(inOrder), ...followers(inOrder.reverse())])
}

/** The clicks that come soon after one on another link. */
function followers<Some extends Click>(inOrder: readonly Some[]): Some[] {
  let last: Some | undefined
  let lastElsewhere: Some | undefined
  return inOrder.filter(click => {
    if (last && last.link !== click.link) lastElsewhere = last
    last = click
    return lastElsewhere !== undefined && Math.abs(click.at.getTime() - lastElsewhere.at.getTime()) <= burstMs
  })
}

/** How many earlier clicks counted as a person's until now, but turn out to be part of a burst. */
export function countTakenBack(earlier: readonly EarlierClick[], inBursts: ReadonlySet<Click>): number {
  const known = clicksInBursts(earlier)
  return earlier.filter(click => click.by === 'human' && inBursts.has(click) && !known.has(click)).length
}
