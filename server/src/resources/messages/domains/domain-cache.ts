/** How long a process may use what it knows about a domain. */
export const domainCacheMs = 5_000

const maxKnown = 10_000

type Known<Answer> = { answer: Promise<Answer>; until: number }

/** Makes one look-up for all requests about the same domain within `domainCacheMs`. A failed look-up is not cached. */
export function cachedByDomain<Answer>(
  nowMs: () => number,
  lookUp: (organizationId: string, domain: string) => Promise<Answer>,
): (organizationId: string, domain: string) => Promise<Answer> {
  const known = new Map<string, Known<Answer>>()
  return (organizationId, sender) => {
    const domain = sender.toLowerCase()
    const key = `${organizationId} ${domain}`
    const found = known.get(key)
    if (found && found.until > nowMs()) return found.answer
    if (known.size >= maxKnown) known.clear()
    // Counted from the start of the look-up: a slow answer describes the state at that time.
    const entry: Known<Answer> = { answer: lookUp(organizationId, domain), until: nowMs() + domainCacheMs }
    known.set(key, entry)
    entry.answer.catch(() => {
      if (known.get(key) === entry) known.delete(key)
    })
    return entry.answer
  }
}
