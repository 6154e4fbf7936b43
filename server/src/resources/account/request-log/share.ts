/**
 * Limits how many requests of an environment are kept per minute: all of the first ones, then one in a hundred, then none. Refusals have
 * a separate, larger share, because people mostly look for them.
 */
type Share = { all: number; sampled: number }

const ofSuccesses: Share = { all: 120, sampled: 60 }
const ofRefusals: Share = { all: 300, sampled: 60 }
const oneIn = 100

/** Environments beyond this number in one minute share one count. */
const maxEnvironments = 10_000

type Count = { successes: number; refusals: number; leftOut: number }

/** Undefined for a request that is not kept; otherwise the number left out before it. */
export type TakeShare = (environmentId: string, status: number) => number | undefined

export function minuteShares(nowMs: () => number): TakeShare {
  let minute = 0
  let counts = new Map<string, Count>()
  return (environmentId, status) => {
    const current = Math.floor(nowMs() / 60_000)
    if (current !== minute) {
      minute = current
      counts = new Map([...counts].filter(([, { leftOut }]) => leftOut > 0).map(begunAnew))
    }
    const count = countOf(counts, environmentId)
    if (status >= 400 ? !isKept(++count.refusals, ofRefusals) : !isKept(++count.successes, ofSuccesses)) {
      count.leftOut++
      return undefined
    }
    const { leftOut } = count
    count.leftOut = 0
    return leftOut
  }
}

const isKept = (nth: number, { all, sampled }: Share): boolean =>
  nth <= all || ((nth - all) % oneIn === 0 && (nth - all) / oneIn <= sampled)

/** The number left out last is reported with the next kept request. */
const begunAnew = ([environmentId, { leftOut }]: [string, Count]): [string, Count] => [
  environmentId,
  { successes: 0, refusals: 0, leftOut },
]

function countOf(counts: Map<string, Count>, environmentId: string): Count {
  const key = counts.size < maxEnvironments || counts.has(environmentId) ? environmentId : 'others'
  const known = counts.get(key)
  if (known) return known
  const count = { successes: 0, refusals: 0, leftOut: 0 }
  counts.set(key, count)
  return count
}
