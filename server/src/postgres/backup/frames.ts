/** The content of a backup file before compression: pieces, each preceded by its length. */
import { damaged } from './damaged.ts'

/** The maximum size of a piece. It bounds the memory for reading one, even from a damaged file. */
const maxFrameBytes = 1024 * 1024

export async function* toFrames(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    // The database may send chunks of any length. An empty piece is kept, because it marks the end of a table.
    for (let start = 0; start === 0 || start < piece.length; start += maxFrameBytes) {
      const bytes = piece.subarray(start, start + maxFrameBytes)
      const length = Buffer.alloc(4)
      length.writeUInt32BE(bytes.length)
      yield length
      if (bytes.length > 0) yield bytes
    }
  }
}

export async function* fromFrames(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const source = exactly(chunks)
  for (;;) {
    const length = await source.take(4)
    if (!length) return
    const bytes = length.readUInt32BE()
    const piece = bytes <= maxFrameBytes ? await source.take(bytes) : undefined
    if (!piece) throw damaged('it was changed')
    yield piece
  }
}

/** Reads exact numbers of bytes from chunks of any size. `take` returns undefined at the end. */
function exactly(chunks: AsyncIterable<Buffer>) {
  const incoming = chunks[Symbol.asyncIterator]()
  let rest: Buffer[] = []
  let size = 0
  return {
    async take(wanted: number): Promise<Buffer | undefined> {
      while (size < wanted) {
        const { value, done } = await incoming.next()
        if (done) return undefined
        rest.push(value)
        size += value.length
      }
      const all = rest.length === 1 && rest[0] ? rest[0] : Buffer.concat(rest, size)
      rest = [all.subarray(wanted)]
      size -= wanted
      return all.subarray(0, wanted)
    },
  }
}
