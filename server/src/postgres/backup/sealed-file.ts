/**
 * A compressed file that ends with its own digest in a skippable frame, which every zstd reader ignores (RFC 8878, 3.1.2). It detects bytes
 * that are missing, changed or added.
 */
import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { fatal } from '#core/fatal.ts'
import { damaged } from './damaged.ts'

const compressedBegins = Buffer.from('28b52ffd', 'hex')
/** The magic number of a skippable frame, and the length of its content. */
const sealBegins = Buffer.from('502a4d1820000000', 'hex')
const sealBytes = sealBegins.length + 32

export async function* seal(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  for await (const chunk of chunks) {
    hash.update(chunk)
    yield chunk
  }
  yield Buffer.concat([sealBegins, hash.digest()])
}

/** Yields the file without the digest. The digest is compared at the end, so nothing can be trusted before that. */
export async function* readSealed(path: string): AsyncGenerator<Buffer> {
  await using file = await open(path)
  const { size } = await file.stat()
  const first = Buffer.alloc(compressedBegins.length)
  await file.read(first, 0, first.length, 0)
  if (size > 0 && !first.equals(compressedBegins)) throw fatal(`${path} is not a backup of Posthorn.`)
  const last = Buffer.alloc(sealBytes)
  await file.read(last, 0, sealBytes, Math.max(0, size - sealBytes))
  if (!last.subarray(0, sealBegins.length).equals(sealBegins)) throw damaged('it ends too early')
  const hash = createHash('sha256')
  const stream = file.createReadStream({ start: 0, end: size - sealBytes - 1, autoClose: false })
  for await (const chunk of stream) {
    hash.update(chunk)
    yield chunk
  }
  if (!hash.digest().equals(last.subarray(sealBegins.length))) throw damaged('it was changed')
}
