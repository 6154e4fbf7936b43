/**
 * Html and text as one value, so that a text that repeats its html takes little. Which of them are there stands in front. An email of a
 * broadcast has the values that fill in the content of that in their place.
 */
import { squeeze, unsqueeze } from './squeeze.ts'

/** `values` are there in place of html and text, and null once somebody has filled them in. */
export type Body = { html: string | null; text: string | null; values?: Values | null }
export type Values = Readonly<Record<string, unknown>>

const hasHtml = 1
const hasText = 2
const hasValues = 4

/** A byte that says which parts there are, and with both the length of the first one in four more. */
export function pack({ html, text }: Body): Buffer {
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
  if (kinds !== hasHtml + hasText) throw new Error('this is not a body that was packed')
  const length = bytes.readUInt32LE(1)
  return { html: bytes.toString('utf8', 5, 5 + length), text: bytes.toString('utf8', 5 + length) }
}
