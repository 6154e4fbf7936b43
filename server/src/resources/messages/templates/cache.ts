import { type Kind, type Parsed, parse } from './liquid/parse.ts'

/** In characters, over all entries. A parsed template takes several times as much memory. */
const maxWeight = 4 * 1024 * 1024

export type WeightedCache<Value> = {
  get(name: string): Value | undefined
  set(name: string, value: Value, weight: number): void
}

/** Keeps the most recently used. Only for values that never change. */
export function weightedCache<Value>(limit: number = maxWeight): WeightedCache<Value> {
  const entries = new Map<string, { value: Value; weight: number }>()
  let total = 0

  const drop = (name: string) => {
    total -= entries.get(name)?.weight ?? 0
    entries.delete(name)
  }

  return {
    get(name) {
      const entry = entries.get(name)
      if (!entry) return undefined
      entries.delete(name)
      entries.set(name, entry)
      return entry.value
    },
    set(name, value, weight) {
      drop(name)
      entries.set(name, { value, weight })
      total += weight
      for (const oldest of entries.keys()) {
        if (total <= limit) return
        drop(oldest)
      }
    },
  }
}

/** Parses a source once for as long as it stays in use. */
export function parsedCache(): (kind: Kind, source: string) => Parsed {
  const cache = weightedCache<Parsed>()
  return (kind, source) => {
    const name = `${kind} ${source}`
    const known = cache.get(name)
    if (known) return known
    const parsed = parse(kind, source)
    cache.set(name, parsed, source.length)
    return parsed
  }
}
