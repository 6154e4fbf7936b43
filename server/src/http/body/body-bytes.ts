/** Joins the bytes of a body as they arrive: kept as objects, chunks of a single byte would cost a hundred bytes each. */
export class BodyBytes {
  readonly #maxLength: number
  #bytes: Buffer = empty
  #length = 0

  /** At most `maxLength` bytes will be added. */
  constructor(maxLength: number) {
    this.#maxLength = maxLength
  }

  get length(): number {
    return this.#length
  }

  add(chunk: Buffer): void {
    const length = this.#length + chunk.length
    // Nearly every body arrives in one chunk, which is not copied.
    if (this.#length === 0) this.#bytes = chunk
    else {
      if (length > this.#bytes.length) this.#grow(length)
      chunk.copy(this.#bytes, this.#length)
    }
    this.#length = length
  }

  whole(): Buffer {
    return this.#bytes.subarray(0, this.#length)
  }

  #grow(length: number): void {
    const grown = Buffer.allocUnsafeSlow(Math.max(length, Math.min(2 * length, this.#maxLength)))
    this.#bytes.copy(grown, 0, 0, this.#length)
    this.#bytes = grown
  }
}

const empty = Buffer.alloc(0)
