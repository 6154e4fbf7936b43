/** The result of a tool: structured, bounded, and marked as data. */
import type { CallToolResult } from '@modelcontextprotocol/server'
import type { ApiAnswer } from './ask.ts'
import { foreignText } from './tool.ts'

/** A model does not need more of a text. The dashboard shows all of it. */
const maxText = 8_000

export function resultOf({ status, body }: ApiAnswer): CallToolResult {
  const answer = shortened(body)
  if (status < 400) return asData({ about: foreignText, result: answer })
  const { message, details } = Object(answer)
  const words = typeof message === 'string' ? message : `The API answered ${status}.`
  return { ...failure(details === undefined ? words : `${words}\n${asText(details)}`) }
}

export const failure = (text: string): CallToolResult => ({ content: [{ type: 'text', text }], isError: true })

export const asData = (data: Record<string, unknown>): CallToolResult => ({
  content: [{ type: 'text', text: asText(data) }],
  structuredContent: data,
})

/** Escapes `<`, so no text can fake the end of a tag that a host puts around it. */
const asText = (value: unknown): string => JSON.stringify(value, null, 1).replaceAll('<', '\\u003c')

/** The end may divide a surrogate pair, and clients in other languages read no half of one. */
export const cut = (text: string, length: number): string => text.slice(0, length).toWellFormed()

function shortened(value: unknown): unknown {
  if (typeof value === 'string')
    return value.length > maxText ? `${cut(value, maxText)} … (${value.length - maxText} characters more)` : value
  if (Array.isArray(value)) return value.map(shortened)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shortened(one)]))
}
