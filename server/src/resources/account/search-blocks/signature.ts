/**
 * The groups of four characters that occur in texts, as a Bloom filter with two bits per group. Groups may share bits, so matches are
 * compared with the text itself.
 */
const group = 4

/** 64 ids have about 1,200 different groups, which set four of nine bits. Eight digits have ten bits, which match one block in 3,000 by chance. */
export const idBytes = 512
/** 64 numbers have about 500. Four digits, which are one group, match one block in 75 by chance. */
export const numberBytes = 1_024

const prime = 0x01_00_01_93

function hashOf(text: string, at: number): number {
  let hash = 0x81_1c_9d_c5
  for (let nth = at; nth < at + group; nth++) hash = Math.imul(hash ^ text.charCodeAt(nth), prime)
  // The finalizer of MurmurHash3, so that similar texts get different bits.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85_eb_ca_6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2_b2_ae_35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** The two halves of the hash are the two bits. */
const firstBit = (hash: number, bytes: number): number => (hash & 0xffff) % (bytes * 8)
const secondBit = (hash: number, bytes: number): number => (hash >>> 16) % (bytes * 8)

/** The bits of all groups of a text. A text of fewer than four characters has none. */
export function bitsOf(text: string, bytes: number): number[] {
  const bits = new Set<number>()
  for (let at = 0; at + group <= text.length; at++) {
    const hash = hashOf(text, at)
    bits.add(firstBit(hash, bytes)).add(secondBit(hash, bytes))
  }
  return [...bits]
}

/** In the bit order of PostgreSQL's `get_bit`. */
export function signatureOf(texts: readonly string[], bytes: number): Buffer {
  const signature = Buffer.alloc(bytes)
  for (const text of texts)
    for (let at = 0; at + group <= text.length; at++) {
      const hash = hashOf(text, at)
      set(signature, firstBit(hash, bytes))
      set(signature, secondBit(hash, bytes))
    }
  return signature
}

function set(signature: Buffer, bit: number): void {
  signature[bit >> 3] = (signature[bit >> 3] ?? 0) | (1 << (bit & 7))
}
