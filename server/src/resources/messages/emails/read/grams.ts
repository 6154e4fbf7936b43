/**
 * The groups of three characters of a text, as small numbers. Those of each environment are others, so that what one environment has much of does
 * not make a search of another longer. Two groups may share a number: what is found is compared with the text itself.
 */

/** Shorter texts have none; the contract asks for as many. */
const shortest = 3

const prime = 0x01_00_01_93
const add = (hash: number, unit: number): number => Math.imul(hash ^ unit, prime)

function seedOf(environmentId: string): number {
  let hash = 0x81_1c_9d_c5
  for (let at = 0; at < environmentId.length; at++) hash = add(hash, environmentId.charCodeAt(at))
  return hash
}

/** From -32,768 to 32,767: as PostgreSQL counts with two bytes. */
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
