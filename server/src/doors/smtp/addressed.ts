/** The recipients of a message come from the envelope. The header decides which of them are visible. */
import type { Field } from '#core/message-fields.ts'

export type Addressed = Record<'to' | 'cc' | 'bcc', string[]>

/** Recipients that are in neither To nor Cc are hidden. */
export function addressed(recipients: readonly string[], fields: readonly Field[]): Addressed {
  const fieldOf = (wanted: string) =>
    fields
      .filter(({ name }) => name === wanted)
      .map(({ value }) => value.toLowerCase())
      .join(',')
  const [toValue, ccValue] = [fieldOf('to'), fieldOf('cc')]
  const sorted: Addressed = { to: [], cc: [], bcc: [] }
  for (const recipient of recipients) {
    const kind = names(toValue, recipient) ? 'to' : names(ccValue, recipient) ? 'cc' : 'bcc'
    sorted[kind].push(recipient)
  }
  return sorted
}

/** Characters of an address, so that `da@x.test` does not match in `ada@x.test`. */
const partOfAddress = /[\w!#$%&'*+/=?^`{|}~.@-]/

/** A text search: untrusted headers are not parsed for this, and an address that occurs in the text is visible anyway. */
function names(value: string, address: string): boolean {
  const wanted = address.toLowerCase()
  for (let at = value.indexOf(wanted); at !== -1; at = value.indexOf(wanted, at + 1)) {
    const around = [value[at - 1], value[at + wanted.length]]
    if (!around.some(one => one !== undefined && partOfAddress.test(one))) return true
  }
  return false
}
