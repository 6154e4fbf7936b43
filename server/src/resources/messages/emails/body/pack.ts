/**
 * What an email says as one value: html and text, so that a text that repeats its html takes little, a whole message as it was given to us, or
 * the values that fill in the content of a broadcast. What is there stands in front.
 */
import { squeeze, unsqueeze } from './squeeze.ts'

export type Body = {
  html: string | null
  text: string | null
  /** A message that leaves as it came; html and text are inside of it, and null here. */
  message?: Buffer
  /** In place of html and text; null once somebody has filled them in. */
  values?: Values | null
}
export type Values = Readonly<Record<string, unknown>>

const hasHtml = 1
const hasText = 2
const hasValues = 4
const isMessage = 8

/** A byte that says which parts there are, and with both the length of the first one in four more. */
export function pack({ html, text, message }: Body): Buffer {
  if (message) return squeeze(Buffer.concat([Buffer.from([isMessage]), message]))
  const parts = [html, text].map(part => (part === null ? Buffer.alloc(0) : Buffer.from(part)))
  const kinds = (html === null ? 0 : hasHtml) + (text === null ? 0 : hasText)
  const head = Buffer.alloc(kinds === hasHtml + hasText ? 5 : 1)
  head.writeUInt8(kinds)
  if (head.length > 1) head.writeUInt32LE(parts[0]?.length ?? 0, 1)
  return squeeze(Buffer.concat([head, ...parts]))
}

export const packValues = (values: Values): Buffer =>
  squeeze(Buffer.concat([Buffer.of(hasValues), Buffer.from(JSON.stringify(values))]))

export function unpack(packed: Buffer): Body {
  const bytes = unsqueeze(packed)
  const kinds = bytes.readUInt8()
  const rest = bytes.subarray(1)
  if (kinds === hasHtml) return { html: rest.toString(), text: null }
  if (kinds === hasText) return { html: null, text: rest.toString() }
  if (kinds === hasValues) return { html: null, text: null, values: JSON.parse(rest.toString()) }
  if (kinds === isMessage) return { html: null, text: null, message: rest }
  if (kinds !== hasHtml + hasText) throw new Error('this is not a body that was packed')
  const length = bytes.readUInt32LE(1)
  return { html: bytes.toString('utf8', 5, 5 + length), text: bytes.toString('utf8', 5 + length) }
}

/** Whether there is anything of it left. */
export const isThere = ({ html, text, message }: Body): boolean =>
  html !== null || text !== null || message !== undefined

/** The same with other words. A message is taken for letters of one byte each, which come back as they were; what it encodes is not seen. */
export function reworded(body: Body, replaceIn: (text: string) => string): Body | undefined {
  if (body.message) {
    const before = body.message.toString('latin1')
    const after = replaceIn(before)
    return after === before ? undefined : { ...body, message: Buffer.from(after, 'latin1') }
  }
  const [html, text] = [body.html && replaceIn(body.html), body.text && replaceIn(body.text)]
  return html === body.html && text === body.text ? undefined : { html, text }
}
