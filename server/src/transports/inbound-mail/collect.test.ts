import { PassThrough, Readable } from 'node:stream'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { collect } from './collect.ts'

setFlagsFromString('--expose-gc')
// `as`: the flag defines it.
const collectGarbage = runInNewContext('gc') as () => void

/** The memory in use after a garbage collection. */
function memory(): number {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

function* cut(message: Buffer, size: number): Generator<Buffer> {
  for (let start = 0; start < message.length; start += size) yield message.subarray(start, start + size)
}

const mixed = Buffer.from(Array.from({ length: 300_000 }, (_, nth) => nth % 251))

test.each([7, 4_096, 4_097, 65_535, 65_536, 100_000, 300_000])(
  'pieces of %i octets are joined to one message',
  async size => {
    expect((await collect(Readable.from(cut(mixed, size)), mixed.length))?.equals(mixed)).toBe(true)
  },
)

test('an empty message is a message', async () => {
  expect(await collect(Readable.from([]), 10)).toEqual(Buffer.alloc(0))
})

test('an oversized message is read to its end but not kept', async () => {
  const stream = Readable.from(cut(mixed, 1_000))

  expect(await collect(stream, mixed.length - 1)).toBeUndefined()
  expect(stream.readableEnded).toBe(true)
})

/** Like the library: one piece per turn of the event loop. */
function inTurns(pieces: Generator<Buffer>): PassThrough {
  const stream = new PassThrough()
  const next = () => {
    const { value, done } = pieces.next()
    if (done) return stream.end()
    stream.write(value)
    setImmediate(next)
  }
  next()
  return stream
}

test('a message of lines with one dot, one piece each, takes no more memory than others', async () => {
  const dots = Buffer.from('.\r\n'.repeat(100_000))
  const stream = inTurns(cut(dots, 3))
  const before = memory()
  let grown = 0

  const message = await collect(stream, dots.length, ({ received }) => {
    if (received === dots.length) grown = memory() - before
  })

  expect(message?.equals(dots)).toBe(true)
  expect(grown).toBeLessThan(2 * 1_048_576)
})
