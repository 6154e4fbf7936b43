/**
 * Encodes a message for the wire (RFC 5321 4.5.2): a dot at the start of a line is doubled, and every line ends in CRLF. A bare CR or LF becomes
 * CRLF, because a receiver might take `\r.\r` for the end of the message.
 */
const [cr, lf, dot] = [0x0d, 0x0a, 0x2e]

export class OnTheWire {
  /** The last octet so far. Initially LF, because a message begins at the start of a line. */
  #last = lf

  /** Encodes the next block. A block that needs no change is not copied. */
  encode(block: Buffer): Buffer {
    const size = this.#sizeOf(block)
    return size === block.length ? this.#unchanged(block) : this.#changed(block, Buffer.allocUnsafe(size))
  }

  /** The octets that end the message, including the final dot. */
  get end(): Buffer {
    return this.#last === lf ? ends.afterLine : this.#last === cr ? ends.afterCr : ends.withinLine
  }

  #sizeOf(block: Buffer): number {
    let size = block.length
    let last = this.#last
    // By index: iterating over a buffer takes several times as long.
    for (let index = 0; index < block.length; index++) {
      const octet = block[index] ?? 0
      const isBare = octet === lf ? last !== cr : last === cr
      if (isBare) size++
      if (octet === dot && (last === lf || last === cr)) size++
      last = octet
    }
    return size
  }

  #unchanged(block: Buffer): Buffer {
    this.#last = block.at(-1) ?? this.#last
    return block
  }

  #changed(block: Buffer, written: Buffer): Buffer {
    let at = 0
    let last = this.#last
    for (const octet of block) {
      if (octet === lf && last !== cr) written[at++] = cr
      if (octet !== lf && last === cr) written[at++] = lf
      if (octet === dot && (last === lf || last === cr)) written[at++] = dot
      written[at++] = octet
      last = octet
    }
    this.#last = last
    return written
  }
}

const ends = {
  afterLine: Buffer.from('.\r\n'),
  afterCr: Buffer.from('\n.\r\n'),
  withinLine: Buffer.from('\r\n.\r\n'),
}
