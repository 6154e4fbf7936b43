/** The graph of steps and connections, all of whose ends exist. At most 150 steps, so simple algorithms are enough. */
import type { Connection, Step } from './definition.ts'

/** The parts of a step used here. */
export type Node = Pick<Step, 'key' | 'type'>

export class Graph {
  readonly steps: readonly Node[]
  readonly #out: ReadonlyMap<string, readonly Connection[]>
  readonly #targets: ReadonlySet<string>
  readonly #after = new Map<string, Set<string>>()

  constructor(steps: readonly Node[], connections: readonly Connection[]) {
    this.steps = steps
    this.#out = Map.groupBy(connections, ({ from }) => from)
    this.#targets = new Set(connections.map(({ to }) => to))
  }

  /** Steps that no connection leads to. */
  get starts(): Node[] {
    return this.steps.filter(({ key }) => !this.#targets.has(key))
  }

  connectionsFrom(key: string): readonly Connection[] {
    return this.#out.get(key) ?? []
  }

  /** All steps after these, at any distance; the given steps themselves only if a path leads back. Does not pass through `without`. */
  after(keys: readonly string[], without?: string): Set<string> {
    const found = new Set<string>()
    const open = keys.filter(key => key !== without)
    for (let key = open.pop(); key !== undefined; key = open.pop()) {
      for (const { to } of this.connectionsFrom(key)) {
        if (found.has(to) || to === without) continue
        found.add(to)
        open.push(to)
      }
    }
    return found
  }

  /** Whether a path leads from `key` to `other`. */
  isBefore(key: string, other: string): boolean {
    const known = this.#after.get(key) ?? this.after([key])
    this.#after.set(key, known)
    return known.has(other)
  }

  /** One loop for each group of steps that reach each other without a delay, as the keys along it. */
  get loopsWithoutDelay(): string[][] {
    const instant = new Graph(
      this.steps,
      this.steps.flatMap(step => instantWays(step, this.connectionsFrom(step.key))),
    )
    const seen = new Set<string>()
    return this.steps.flatMap(({ key }) => {
      if (seen.has(key) || !instant.isBefore(key, key)) return []
      const loop = instant.#shortestLoop(key)
      // The same delay fixes other loops through this step, or they are reported next time.
      for (const one of instant.after([key])) if (instant.isBefore(one, key)) seen.add(one)
      return [loop]
    })
  }

  #shortestLoop(start: string): string[] {
    const cameFrom = new Map<string, string>()
    const open = [start]
    for (const key of open) {
      for (const { to } of this.connectionsFrom(key)) {
        if (to === start) return wayTo(key, cameFrom)
        if (cameFrom.has(to)) continue
        cameFrom.set(to, key)
        open.push(to)
      }
    }
    return [start]
  }
}

function wayTo(key: string, cameFrom: ReadonlyMap<string, string>): string[] {
  const way = [key]
  for (let before = cameFrom.get(key); before !== undefined; before = cameFrom.get(before)) way.unshift(before)
  return way
}

/** A wait only takes time if it times out: its event may have happened long ago. */
function instantWays({ type }: Node, connections: readonly Connection[]): readonly Connection[] {
  if (type === 'delay') return []
  return type === 'wait_for_event' ? connections.filter(one => one.type !== 'timeout') : connections
}
