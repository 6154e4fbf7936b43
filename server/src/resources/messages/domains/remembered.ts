/** How long a process may go on with what it knows of a domain. */
export const domainCacheMs = 5_000

const maxKnown = 10_000

type Known<Answer> = { answer: Promise<Answer>; until: number }

/** Asks once for all who want to know of the same domain within `domainCacheMs`. What failed is asked again. */
export function remembered<Answer>(
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
    // Counted from the question: a slow answer tells how things were before it was on its way.
    const entry: Known<Answer> = { answer: lookUp(organizationId, domain), until: nowMs() + domainCacheMs }
    known.set(key, entry)
    entry.answer.catch(() => {
      if (known.get(key) === entry) known.delete(key)
    })
    return entry.answer
  }
}
