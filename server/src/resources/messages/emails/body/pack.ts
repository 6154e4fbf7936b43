/**
 * The content of an email as one value: html and text together, so that a text that repeats its html takes little space, or a
 * submitted message, or the values that fill in the content of a broadcast. The first byte says which parts there are.
 */
import { compress, decompress } from './compress.ts'

export type Body = {
  html: string | null
  text: string | null
  /** A message that is sent as it was submitted; html and text are inside it, and null here. */
  message?: Buffer
  /** Instead of html and text; null once they are filled in. */
  values?: Values | null
}
export type Values = Readonly<Record<string, unknown>>

const hasHtml = 1
const hasText = 2
const hasValues = 4
const isMessage = 8

/** The first byte says which parts there are. With both, four more hold the length of the html. */
export function pack({ html, text, message }: Body): Buffer {
  if (message) return compress(Buffer.concat([Buffer.from([isMessage]), message]))
  const parts = [html, text].map(part => (part === null ? Buffer.alloc(0) : Buffer.from(part)))
  const kinds = (html === null ? 0 : hasHtml) + (text === null ? 0 : hasText)
  const head = Buffer.alloc(kinds === hasHtml + hasText ? 5 : 1)
  head.writeUInt8(kinds)
  if (head.length > 1) head.writeUInt32LE(parts[0]?.length ?? 0, 1)
  return compress(Buffer.concat([head, ...parts]))
}

export const packValues = (values: Values): Buffer =>
  compress(Buffer.concat([Buffer.of(hasValues), Buffer.from(JSON.stringify(values))]))

export function unpack(packed: Buffer): Body {
  const bytes = decompress(packed)
  const kinds = bytes.readUInt8()
  const rest = bytes.subarray(1)
  if (kinds === hasHtml) return { html: rest.toString(), text: null }
  if (kinds === hasText) return { html: null, text: rest.toString() }
  if (kinds === hasValues) return { html: null, text: null, values: JSON.parse(rest.toString()) }
  if (kinds === isMessage) return { html: null, text: null, message: rest }
  if (kinds !== hasHtml + hasText) throw new Error('this is not a packed body')
  const length = bytes.readUInt32LE(1)
  return { html: bytes.toString('utf8', 5, 5 + length), text: bytes.toString('utf8', 5 + length) }
}

/** Whether any of the content is left. */
export const hasContent = ({ html, text, message }: Body): boolean =>
  html !== null || text !== null || message !== undefined

/**
 * The body with its text replaced; undefined when nothing changes. A message is read as one character for each byte, so that its
 * other bytes stay as they are; text in an encoding is not found.
 */
export function reworded(body: Body, replaceIn: (text: string) => string): Body | undefined {
  if (body.message) {
    const before = body.message.toString('latin1')
    const after = replaceIn(before)
    return after === before ? undefined : { ...body, message: Buffer.from(after, 'latin1') }
  }
  const [html, text] = [body.html && replaceIn(body.html), body.text && replaceIn(body.text)]
  return html === body.html && text === body.text ? undefined : { html, text }
}
