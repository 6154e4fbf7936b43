/** Blocks of fields as reports have them (RFC 3464, 2.1): header fields, and an empty line between two blocks. */
import { maxRecipients } from './limits.ts'

/** Names in lower case; the first of two fields with one name counts. */
export type Block = ReadonlyMap<string, string>

const longestValue = 2_000

export function blocksOf(text: string): Block[] {
  const blocks: Map<string, string>[] = []
  let block: Map<string, string> | undefined
  let name: string | undefined
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === '') {
      block = undefined
      continue
    }
    if (!block) {
      // One for the message, then one for each recipient.
      if (blocks.length > maxRecipients) break
      block = new Map()
      blocks.push(block)
      name = undefined
    }
    if (/^[ \t]/.test(line)) {
      if (name) block.set(name, `${block.get(name)} ${line.trim()}`.slice(0, longestValue))
    } else {
      name = addField(block, line)
    }
  }
  return blocks
}

/** The name that a continuation belongs to; undefined when it belongs to nothing that is kept. */
function addField(block: Map<string, string>, line: string): string | undefined {
  const colon = line.indexOf(':')
  const name = line.slice(0, colon).trim().toLowerCase()
  if (colon < 1 || block.has(name)) return undefined
  block.set(name, line.slice(colon + 1, colon + 1 + longestValue).trim())
  return name
}

/** `rfc822; ada@example.com` and its like (RFC 3464, 2.1.2): what stands behind the type. */
export const typedValue = (value: string): string => value.slice(value.indexOf(';') + 1).trim()

/** The address of a typed one, without angle brackets. */
export function addressIn(value: string | undefined): string[] {
  const address = value === undefined ? '' : typedValue(value).replace(/^<|>$/g, '')
  return address.length <= 254 && address.includes('@') ? [address] : []
}
