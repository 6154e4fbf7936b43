/** Reads a message as a mail program would: as much of RFC 5322, 2045 to 2047 and 2231 as our messages use. */

export type Part = {
  /** In order, each value unfolded and otherwise as it is. */
  fields: { name: string; value: string }[]
  /** A value with its encoded words decoded; undefined when there is no such field. */
  header(name: string): string | undefined
  type: string
  disposition: string
  filename: string | undefined
  content: Buffer
  parts: Part[]
}

export function readMessage(text: string): Part {
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const body = rest.join('\r\n\r\n')
  const fields = readFields(head)
  const raw = (wanted: string) => fields.find(({ name }) => name.toLowerCase() === wanted)?.value
  const [type, typeParameters] = readParameters(raw('content-type') ?? 'text/plain')
  const [disposition, parameters] = readParameters(raw('content-disposition') ?? '')
  const boundary = typeParameters.get('boundary')
  return {
    fields,
    header: name => {
      const value = raw(name.toLowerCase())
      return value === undefined ? undefined : readWords(value)
    },
    type,
    disposition,
    filename: parameters.get('filename'),
    content: decode(body, raw('content-transfer-encoding') ?? '7bit'),
    parts: boundary ? splitAt(boundary, body).map(readMessage) : [],
  }
}

/** The part and all parts inside it. */
const allParts = (part: Part): Part[] => [part, ...part.parts.flatMap(allParts)]

/** The text of this type, as a reader sees it. */
export const textOf = (message: Part, type: 'text/plain' | 'text/html'): string | undefined =>
  allParts(message)
    .find(part => part.type === type && part.disposition === '')
    ?.content.toString('utf8')
    .replaceAll('\r\n', '\n')
    .replace(/\n$/, '')

export const filesOf = (message: Part): Part[] => allParts(message).filter(({ disposition }) => disposition !== '')

function readFields(head: string): Part['fields'] {
  const lines = head.replaceAll(/\r\n(?=[ \t])/g, '').split('\r\n')
  return lines.map(line => {
    const colon = line.indexOf(':')
    return { name: line.slice(0, colon), value: line.slice(colon + 1).trim() }
  })
}

function splitAt(boundary: string, body: string): string[] {
  const [, ...pieces] = `\r\n${body}`.split(`\r\n--${boundary}`)
  return pieces.slice(0, -1).map(piece => piece.replace(/^\r\n/, ''))
}

function decode(body: string, encoding: string): Buffer {
  if (encoding === 'base64') return Buffer.from(body, 'base64')
  return encoding === 'quoted-printable' ? readHex(body.replaceAll(/=\r\n/g, ''), '=') : Buffer.from(body, 'latin1')
}

/** Two hexadecimal digits after a sign, as in quoted-printable and RFC 2231. */
const readHex = (text: string, sign: '=' | '%'): Buffer =>
  Buffer.from(
    text.replaceAll(new RegExp(`${sign}([0-9A-F]{2})`, 'gi'), (_, hex) => String.fromCharCode(Number(`0x${hex}`))),
    'latin1',
  )

/** Blanks between two encoded words belong to neither (RFC 2047, 6.2). */
const readWords = (value: string): string =>
  value
    .replaceAll(/(\?=)[ \t]+(?==\?)/g, '$1')
    .replaceAll(/(?:=\?utf-8\?[bq]\?[^?]*\?=)+/gi, words => Buffer.concat(words.split('?==?').map(readWord)).toString())

function readWord(word: string): Buffer {
  const [, encoding = '', text = ''] = /([bq])\?([^?]*)(?:\?=)?$/i.exec(word) ?? []
  return encoding.toLowerCase() === 'b' ? Buffer.from(text, 'base64') : readHex(text.replaceAll('_', ' '), '=')
}

/** `text/plain; charset=utf-8` and the like; a value in pieces (RFC 2231, 3) is joined. */
function readParameters(value: string): [first: string, Map<string, string>] {
  const pieces = [...value.matchAll(/;\s*([\w-]+)(\*\d+)?(\*)?=(?:"((?:[^"\\]|\\.)*)"|([^\s;]*))/g)]
  const parameters = new Map<string, string>()
  for (const [, name = '', , extended, quoted, plain = ''] of pieces) {
    const text = quoted === undefined ? plain : quoted.replaceAll(/\\(.)/g, '$1')
    const read = extended ? readHex(text.replace(/^utf-8'[^']*'/i, ''), '%').toString('latin1') : text
    parameters.set(name.toLowerCase(), (parameters.get(name.toLowerCase()) ?? '') + read)
  }
  const whole = [...parameters].map(([name, text]) => [name, Buffer.from(text, 'latin1').toString('utf8')] as const)
  return [(value.split(';')[0] ?? '').trim().toLowerCase(), new Map(whole)]
}
