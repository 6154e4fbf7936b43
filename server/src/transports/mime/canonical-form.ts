/** The relaxed canonical forms of RFC 6376, 3.4.2 and 3.4.4: what is left of a message when white space does not count. */

const tab = 0x09
const lineFeed = 0x0a
const carriageReturn = 0x0d
const space = 0x20

/** Not `trim`, which would take the second octet of `à` for a blank. */
export function canonicalHeader(name: string, value: string): string {
  const line = value.replaceAll('\r\n', '').replace(/[ \t]+/g, ' ')
  return `${name.replace(/[ \t]+$/, '').toLowerCase()}:${line.replace(/^ | $/g, '')}`
}

/** As much as is done at once: 8 ms. A body may be 15 MB, and others wait meanwhile. */
export const pieceLength = 1024 * 1024

/** In pieces, each of which is a pass over the octets: one of 2 KB takes 15 µs. */
export function* canonicalBody(body: Buffer): Generator<Buffer> {
  // Lines that have ended since the last octet that counts: those at the end of the body do not.
  let ends = 0
  let isFilled = false
  let blank = false
  for (let from = 0; from < body.length; ) {
    const to = Math.min(body.length, from + pieceLength)
    const piece = Buffer.allocUnsafe(ends * 2 + (to - from) + 2)
    let length = 0
    let index = from
    for (; index < to; index++) {
      const octet = body[index] ?? 0
      if (octet === space || octet === tab) {
        blank = true
      } else if (octet === carriageReturn && body[index + 1] === lineFeed) {
        blank = false
        ends++
        index++
      } else {
        for (; ends > 0; ends--) {
          piece[length++] = carriageReturn
          piece[length++] = lineFeed
        }
        if (blank) piece[length++] = space
        blank = false
        piece[length++] = octet
        isFilled = true
      }
    }
    from = index
    yield piece.subarray(0, length)
  }
  if (isFilled) yield Buffer.from('\r\n')
}
