/** Collects what follows DATA until CRLF.CRLF, and nothing else, ends it. Each byte is examined once. */
const terminator = Buffer.from('\r\n.\r\n')

export class SmtpBody {
  #chunks: Buffer[] = []
  /** Begins as if a line had just ended. */
  #tail: Buffer = Buffer.from('\r\n')
  readonly #keep: boolean
  size = 0

  constructor(keep: boolean) {
    this.#keep = keep
  }

  /** Returns what follows the end; undefined until then. */
  add(chunk: Buffer): Buffer | undefined {
    const seam = Buffer.concat([this.#tail, chunk.subarray(0, terminator.length - 1)])
    const across = seam.indexOf(terminator)
    const start = across === -1 ? chunk.indexOf(terminator) : across - this.#tail.length
    if (start === -1 && across === -1) {
      this.#take(chunk)
      return undefined
    }
    const end = start + terminator.length
    this.#take(chunk.subarray(0, end))
    return chunk.subarray(end)
  }

  /** As received, with the added dots. */
  get received(): Buffer {
    return Buffer.concat(this.#chunks)
  }

  /** The complete message: without the final dot and the dots that were added to lines. */
  get message(): Buffer {
    return withoutAddedDots(this.received.subarray(0, -3))
  }

  #take(chunk: Buffer): void {
    this.size += chunk.length
    if (this.#keep) this.#chunks.push(chunk)
    this.#tail = chunk.length >= 4 ? chunk.subarray(-4) : Buffer.concat([this.#tail, chunk]).subarray(-4)
  }
}

const lineWithDot = Buffer.from('\r\n.')

function withoutAddedDots(body: Buffer): Buffer {
  const pieces: Buffer[] = []
  let from = body[0] === 0x2e ? 1 : 0
  for (let at = body.indexOf(lineWithDot, from); at !== -1; at = body.indexOf(lineWithDot, from)) {
    pieces.push(body.subarray(from, at + 2))
    from = at + 3
  }
  pieces.push(body.subarray(from))
  return Buffer.concat(pieces)
}
