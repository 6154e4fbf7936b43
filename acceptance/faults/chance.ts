/** Randomness that can be replayed: POSTHORN_SEED repeats the faults of an earlier run. */
import { randomInt } from 'node:crypto'

export type Chance = {
  /** A whole number, both ends included. */
  between(least: number, most: number): number
  oneIn(count: number): boolean
  pick<T>(list: readonly T[]): T
}

/** Prints the seed, so that a failed run can be repeated. */
export function seededChance(name: string): Chance {
  const seed = Number(process.env.POSTHORN_SEED ?? randomInt(2 ** 31))
  process.stdout.write(`POSTHORN_SEED=${seed} (${name})\n`)
  const next = mulberry32(seed)
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    between,
    oneIn: count => next() * count < 1,
    pick(list) {
      const one = list[between(0, list.length - 1)]
      if (one === undefined) throw new Error('there is nothing to pick from')
      return one
    },
  }
}

/** A well-known small generator: 32 bits of state, even enough for picking faults. */
function mulberry32(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
