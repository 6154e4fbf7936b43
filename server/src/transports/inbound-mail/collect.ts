import type { Readable } from 'node:stream'

/**
 * The octets of a message as they arrive; undefined when they are too many. Those are read to their end, so that the answer is heard, and not kept. `look`
 * sees each piece, and may throw.
 */
export async function collect(
  stream: Readable,
  largest: number,
  look: (piece: { octets: Buffer; received: number }) => void = () => {},
): Promise<Buffer | undefined> {
  let pieces: Buffer[] = []
  let received = 0
  for await (const piece of stream) {
    // `as`: nobody has set an encoding.
    const octets = piece as Buffer
    received += octets.length
    if (received <= largest) {
      look({ octets, received })
      pieces.push(octets)
    } else pieces = []
  }
  return received <= largest ? Buffer.concat(pieces, received) : undefined
}
