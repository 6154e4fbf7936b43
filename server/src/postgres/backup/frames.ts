/** The inside of a backup file before it is compressed: pieces with their length before them. */
import { damaged } from './damaged.ts'

/** No piece is larger, so that reading one takes no more memory than this, whatever the file says. */
const maxFrameBytes = 1024 * 1024

export async function* toFrames(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    // What the database sends at once may be any length; an empty piece means something.
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

/** So many bytes at a time, however they arrive; undefined at the end. */
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
