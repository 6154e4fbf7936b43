/** Parses the blocks of fields in reports (RFC 3464, 2.1): header fields, with an empty line between blocks. */
import { maxRecipients } from './limits.ts'

/** Names in lower case. The first field of a name counts. */
export type Block = ReadonlyMap<string, string>

const maxValueLength = 2_000

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
      // One block for the message, then one per recipient.
      if (blocks.length > maxRecipients) break
      block = new Map()
      blocks.push(block)
      name = undefined
    }
    if (/^[ \t]/.test(line)) {
      if (name) block.set(name, `${block.get(name)} ${line.trim()}`.slice(0, maxValueLength))
    } else {
      name = addField(block, line)
    }
  }
  return blocks
}

/** The name that continuation lines belong to, or undefined when the field is dropped. */
function addField(block: Map<string, string>, line: string): string | undefined {
  const colon = line.indexOf(':')
  const name = line.slice(0, colon).trim().toLowerCase()
  if (colon < 1 || block.has(name)) return undefined
  block.set(name, line.slice(colon + 1, colon + 1 + maxValueLength).trim())
  return name
}

/** The value after the type, as in `rfc822; ada@example.com` (RFC 3464, 2.1.2). */
export const typedValue = (value: string): string => value.slice(value.indexOf(';') + 1).trim()

/** The address of a typed value, without angle brackets. */
export function addressIn(value: string | undefined): string[] {
  const address = value === undefined ? '' : typedValue(value).replace(/^<|>$/g, '')
  return address.length <= 254 && address.includes('@') ? [address] : []
}
