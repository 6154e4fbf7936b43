/**
 * The groups of three characters of a text, as small numbers. Each environment has different numbers, so that frequent groups of
 * one environment do not slow down a search in another. Two groups may share a number: matches are compared with the text itself.
 */

/** Shorter texts have no groups; the contract requires at least this many characters. */
const shortest = 3

const prime = 0x01_00_01_93
const add = (hash: number, unit: number): number => Math.imul(hash ^ unit, prime)

function seedOf(environmentId: string): number {
  let hash = 0x81_1c_9d_c5
  for (let at = 0; at < environmentId.length; at++) hash = add(hash, environmentId.charCodeAt(at))
  return hash
}

/** From -32,768 to 32,767, the range of a smallint of PostgreSQL. */
const folded = (hash: number): number => ((hash ^ (hash >>> 16)) << 16) >> 16

export function gramsOf(environmentId: string, texts: Iterable<string>): number[] {
  const seed = seedOf(environmentId)
  const grams = new Set<number>()
  for (const text of texts) {
    const small = text.toLowerCase()
    for (let at = 0; at + shortest <= small.length; at++) {
      let hash = seed
      for (let nth = 0; nth < shortest; nth++) hash = add(hash, small.charCodeAt(at + nth))
      grams.add(folded(hash))
    }
  }
  return [...grams].sort((a, b) => a - b)
}
