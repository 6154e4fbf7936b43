/** Parses the header of a message into fields with their positions (RFC 5322, 2.2). Its size is limited. */

export type Field = {
  /** In lower case. */
  name: string
  /** Unfolded and trimmed. Non-ASCII bytes are read as UTF-8. */
  value: string
  /** The offsets of its octets, including the line end. */
  start: number
  end: number
}

/** More than any mail program writes. Takes 2 ms to parse. */
const maxHeaderBytes = 256 * 1024
const maxFields = 1_000

const [tab, lineFeed, space, colon] = [0x09, 0x0a, 0x20, 0x3a]

/** Undefined for an invalid header: a line without a name, or more than the limits. Lines end in CRLF. */
export function fieldsOf(message: Buffer): { fields: Field[]; bodyStart: number } | undefined {
  const fields: Field[] = []
  for (let start = 0; start < message.length; ) {
    if (message[start] === 0x0d && message[start + 1] === lineFeed) return { fields, bodyStart: start + 2 }
    const end = endOfField(message, start)
    if (end > maxHeaderBytes || fields.length === maxFields) return undefined
    const field = toField(message, start, end)
    if (!field) return undefined
    fields.push(field)
    start = end
  }
  return { fields, bodyStart: message.length }
}

/** Lines that begin with a blank continue the line before. */
function endOfField(message: Buffer, start: number): number {
  let end = start
  do {
    const found = message.indexOf(lineFeed, end)
    if (found === -1) return message.length
    end = found + 1
  } while (end < maxHeaderBytes && (message[end] === space || message[end] === tab))
  return end
}

/** Blanks before the colon are obsolete syntax, but accepted (RFC 5322, 4.5.8). */
const fieldName = /^[!-9;-~]+[ \t]*$/

function toField(message: Buffer, start: number, end: number): Field | undefined {
  const middle = message.subarray(start, end).indexOf(colon)
  const name = middle === -1 ? '' : message.toString('latin1', start, start + middle)
  if (!fieldName.test(name)) return undefined
  const value = message
    .toString('utf8', start + middle + 1, end)
    .replaceAll('\r\n', '')
    .trim()
  return { name: name.trim().toLowerCase(), value, start, end }
}

/** Returns the message without these fields, which must be in order. */
export function withoutFields(message: Buffer, fields: readonly Field[]): Buffer {
  if (fields.length === 0) return message
  let from = 0
  const kept = fields.map(({ start, end }) => {
    const piece = message.subarray(from, start)
    from = end
    return piece
  })
  return Buffer.concat([...kept, message.subarray(from)])
}
