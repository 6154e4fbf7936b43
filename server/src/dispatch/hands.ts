/**
 * What this very worker has, so that two of its jobs do not take it from each other. Named with its token: what came back
 * under a new one is not what was lost under the old.
 */
export type Hands<Held> = {
  has(one: Held): boolean
  take(list: readonly Held[]): void
  drop(list: readonly Held[]): void
}

export function hands<Held>(nameOf: (one: Held) => string): Hands<Held> {
  const names = new Set<string>()
  return {
    has: one => names.has(nameOf(one)),
    take: list => list.forEach(one => void names.add(nameOf(one))),
    drop: list => list.forEach(one => void names.delete(nameOf(one))),
  }
}
