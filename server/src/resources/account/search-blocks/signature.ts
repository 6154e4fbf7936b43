/**
 * Which groups of four characters occur in texts: a set of bits, two for each group (a Bloom filter). Groups may share bits: what is found is
 * compared with the text itself.
 */
const group = 4

/** Of 64 ids some 1,200 groups differ, so that four bits of nine are set; eight digits in a row have ten, in one block of 3,000 by chance. */
export const idBytes = 512
/** Of 64 numbers some 500: four digits, which are one group, are in one block of 75 by chance. */
export const numberBytes = 1_024

const prime = 0x01_00_01_93

function hashOf(text: string, at: number): number {
  let hash = 0x81_1c_9d_c5
  for (let nth = at; nth < at + group; nth++) hash = Math.imul(hash ^ text.charCodeAt(nth), prime)
  // The end of MurmurHash3: texts that differ in little get other bits.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85_eb_ca_6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2_b2_ae_35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** The halves of the hash are two numbers. */
const firstBit = (hash: number, bytes: number): number => (hash & 0xffff) % (bytes * 8)
const secondBit = (hash: number, bytes: number): number => (hash >>> 16) % (bytes * 8)

/** The bits of all groups of a text. One of fewer than four characters has none. */
export function bitsOf(text: string, bytes: number): number[] {
  const bits = new Set<number>()
  for (let at = 0; at + group <= text.length; at++) {
    const hash = hashOf(text, at)
    bits.add(firstBit(hash, bytes)).add(secondBit(hash, bytes))
  }
  return [...bits]
}

/** As PostgreSQL counts bits in `get_bit`. */
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
