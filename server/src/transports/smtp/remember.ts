/** A cache for DNS answers. */
const cacheMs = 300_000
/** A failed name is looked up again soon, but not for each of ten thousand messages. */
const failureCacheMs = 10_000
const maxEntries = 10_000

/** Concurrent callers of the same name share the answer. */
export function remember<Answer>(
  now: () => number,
  find: (name: string) => Promise<Answer>,
): (name: string) => Promise<Answer> {
  const cache = new Map<string, { answer: Promise<Answer>; until: number }>()
  return name => {
    const known = cache.get(name)
    if (known && known.until > now()) return known.answer
    const entry = { answer: find(name), until: now() + cacheMs }
    entry.answer.catch(() => {
      entry.until = now() + failureCacheMs
    })
    cache.delete(name)
    cache.set(name, entry)
    const [oldest] = cache.keys()
    if (cache.size > maxEntries && oldest !== undefined) cache.delete(oldest)
    return entry.answer
  }
}
