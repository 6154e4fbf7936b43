import type { Readable } from 'node:stream'

/**
 * Of a message: the library hands over each line by itself that begins with a dot, which takes 6 µs. Others make some 15,000 of 15 MiB, and no message that
 * anybody wrote has so many of these.
 */
const maxPieces = 120_000

/** What it still sends would cost as much: whoever hears of it hangs up. */
export class EndlessDots extends Error {}

/**
 * The octets of a message as they arrive; undefined when they are too many. Those are read to their end, so that the answer is heard, and not kept. `look`
 * sees each piece, and may throw.
 */
export async function collect(
  stream: Readable,
  largest: number,
  look: (piece: { octets: Buffer; received: number }) => void = () => {},
): Promise<Buffer | undefined> {
  let blocks = new Blocks()
  let received = 0
  let pieces = 0
  for await (const piece of stream) {
    if (++pieces > maxPieces) throw new EndlessDots()
    // `as`: nobody has set an encoding.
    const octets = piece as Buffer
    received += octets.length
    if (received <= largest) {
      look({ octets, received })
      blocks.add(octets)
    } else blocks = new Blocks()
  }
  return received <= largest ? blocks.whole() : undefined
}

const [smallestBlock, largestBlock] = [4 * 1024, 64 * 1024]

/**
 * Copies: the library hands over each line by itself that begins with a dot, and a Buffer for three octets takes a hundred. So a message takes twice its
 * size at the most while it is small, and 64 KiB more than its size later.
 */
class Blocks {
  readonly #full: Buffer[] = []
  #block = Buffer.alloc(0)
  #used = 0
  #length = 0

  add(octets: Buffer): void {
    for (let copied = 0; copied < octets.length; ) {
      if (this.#used === this.#block.length) this.#begin()
      const count = octets.copy(this.#block, this.#used, copied)
      copied += count
      this.#used += count
      this.#length += count
    }
  }

  whole(): Buffer {
    return Buffer.concat([...this.#full, this.#block], this.#length)
  }

  #begin(): void {
    this.#full.push(this.#block)
    // Slow: it shares its memory with nobody, so that all of it is free again with the message.
    this.#block = Buffer.allocUnsafeSlow(Math.min(Math.max(this.#length, smallestBlock), largestBlock))
    this.#used = 0
  }
}
