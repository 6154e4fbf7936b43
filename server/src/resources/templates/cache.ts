import type { Compiled } from './render.ts'

/** Characters of source, all together. What is parsed takes several times as much memory. */
const maxWeight = 8 * 1024 * 1024

type CompiledCache = {
  get(name: string): Compiled | undefined
  set(name: string, compiled: Compiled, weight: number): void
}

/** Keeps what was used last. Only for versions that never change. */
export function compiledCache(limit: number = maxWeight): CompiledCache {
  const entries = new Map<string, { compiled: Compiled; weight: number }>()
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
      return entry.compiled
    },
    set(name, compiled, weight) {
      drop(name)
      entries.set(name, { compiled, weight })
      total += weight
      for (const oldest of entries.keys()) {
        if (total <= limit) return
        drop(oldest)
      }
    },
  }
}
