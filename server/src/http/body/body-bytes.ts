/** The bytes of a body in one piece, put together as they arrive: a chunk of a single byte would cost a hundred as an object. */
export class BodyBytes {
  readonly #most: number
  #bytes: Buffer = empty
  #length = 0

  /** No more than `most` will be added. */
  constructor(most: number) {
    this.#most = most
  }

  get length(): number {
    return this.#length
  }

  add(chunk: Buffer): void {
    const length = this.#length + chunk.length
    // Nearly every body comes in one chunk: that one is not copied.
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
    const grown = Buffer.allocUnsafeSlow(Math.max(length, Math.min(2 * length, this.#most)))
    this.#bytes.copy(grown, 0, 0, this.#length)
    this.#bytes = grown
  }
}

const empty = Buffer.alloc(0)
