/** What DNS says, remembered for a while. */
const rememberFor = 300_000
/** A name that fails is asked for again soon, but not for each of ten thousand messages. */
const rememberFailureFor = 10_000
const rememberAtMost = 10_000

/** Those who ask for the same at once share the answer. */
export function remember<Answer>(
  now: () => number,
  find: (name: string) => Promise<Answer>,
): (name: string) => Promise<Answer> {
  const memory = new Map<string, { answer: Promise<Answer>; until: number }>()
  return name => {
    const known = memory.get(name)
    if (known && known.until > now()) return known.answer
    const entry = { answer: find(name), until: now() + rememberFor }
    entry.answer.catch(() => {
      entry.until = now() + rememberFailureFor
    })
    memory.delete(name)
    memory.set(name, entry)
    const [oldest] = memory.keys()
    if (memory.size > rememberAtMost && oldest !== undefined) memory.delete(oldest)
    return entry.answer
  }
}
