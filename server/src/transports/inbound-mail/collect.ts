import type { Readable } from 'node:stream'

/**
 * Per message. The library emits each line that begins with a dot as a piece of its own, which takes 6 µs. Other messages of 15 MiB have about 15,000 pieces, and
 * no real message has this many lines with a leading dot.
 */
const maxPieces = 120_000

/** The rest of the message would cost as much, so the connection must be closed. */
export class EndlessDots extends Error {}

/**
 * Collects the octets of a message, or returns undefined when it is too large. Such a message is read to its end but not kept, so that the client gets the
 * answer. `look` is called for each piece, and may throw.
 */
export async function collect(
  stream: Readable,
  maxBytes: number,
  look: (piece: { octets: Buffer; received: number }) => void = () => {},
): Promise<Buffer | undefined> {
  let blocks = new Blocks()
  let received = 0
  let pieces = 0
  for await (const piece of stream) {
    if (++pieces > maxPieces) throw new EndlessDots()
    // `as`: no encoding is set.
    const octets = piece as Buffer
    received += octets.length
    if (received <= maxBytes) {
      look({ octets, received })
      blocks.add(octets)
    } else blocks = new Blocks()
  }
  return received <= maxBytes ? blocks.whole() : undefined
}

const [minBlock, maxBlock] = [4 * 1024, 64 * 1024]

/**
 * Copies pieces into blocks, since the library emits each line that begins with a dot separately, and a Buffer of three octets takes a hundred bytes. A
 * message takes at most twice its size while it is small, and later its size plus 64 KiB.
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
    // `Slow`: not from the shared pool, so that all of its memory is freed with the message.
    this.#block = Buffer.allocUnsafeSlow(Math.min(Math.max(this.#length, minBlock), maxBlock))
    this.#used = 0
  }
}
