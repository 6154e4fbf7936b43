/** Parses the blocks of fields in reports (RFC 3464, 2.1): header fields, with an empty line between blocks. */
import { maxRecipients } from './limits.ts'

/** Names in lower case, with the values of all fields of the name. */
export type Block = ReadonlyMap<string, readonly string[]>

/** The first field of a name counts where there must be one. */
export const firstOf = (block: Block | undefined, name: string): string | undefined => block?.get(name)?.[0]

const maxValueLength = 2_000

export function blocksOf(text: string): Block[] {
  const blocks: Map<string, string[]>[] = []
  let block: Map<string, string[]> | undefined
  let values: string[] | undefined
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
      values = undefined
    }
    if (/^[ \t]/.test(line)) values?.push(`${values.pop()} ${line.trim()}`.slice(0, maxValueLength))
    else values = addField(block, line)
  }
  return blocks
}

/** The values that continuation lines belong to, or undefined when the line is no field. */
function addField(block: Map<string, string[]>, line: string): string[] | undefined {
  const colon = line.indexOf(':')
  if (colon < 1) return undefined
  const name = line.slice(0, colon).trim().toLowerCase()
  const values = block.get(name) ?? []
  if (values.length === maxRecipients) return undefined
  values.push(line.slice(colon + 1, colon + 1 + maxValueLength).trim())
  block.set(name, values)
  return values
}

/** The value after the type, as in `smtp; 550 5.1.1 No such user` (RFC 3464, 2.1.2). Some servers leave the type out. */
export const typedValue = (value: string): string => value.replace(/^[\w.+-]+\s*(?:\([^()]*\)\s*)?;/, '').trim()

/** The address of a typed value, without a name and angle brackets. */
export function addressIn(value = ''): string[] {
  const text = typedValue(withoutComments(value))
  const address = (/<([^<>]*)>$/.exec(text)?.[1] ?? text).trim()
  return address.length <= 254 && address.includes('@') ? [address] : []
}

/** Without the comments of RFC 5322, 3.2.2, which may be nested. A bracket in quotes begins none. */
export function withoutComments(value: string): string {
  let depth = 0
  let isQuoted = false
  const kept = (value.match(/\\.|[()"]|[^\\()"]+/g) ?? []).filter(token => {
    if (token === '"' && depth === 0) isQuoted = !isQuoted
    if (isQuoted || (token !== '(' && token !== ')')) return depth === 0
    depth = Math.max(0, depth + (token === '(' ? 1 : -1))
    return false
  })
  return kept.join('').trim()
}
