/** Whom a message is for: the envelope decides, and the header says who is shown to whom. */
import type { Field } from '#core/message-fields.ts'

export type Addressed = Record<'to' | 'cc' | 'bcc', string[]>

/** Recipients that neither To nor Cc names are hidden. */
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

/** What may stand in an address, so that `da@x.test` is not found in `ada@x.test`. */
const partOfAddress = /[\w!#$%&'*+/=?^`{|}~.@-]/

/** Looked for as text: a header of strangers is not parsed for this, and whoever is found there is visible to its readers. */
function names(value: string, address: string): boolean {
  const wanted = address.toLowerCase()
  for (let at = value.indexOf(wanted); at !== -1; at = value.indexOf(wanted, at + 1)) {
    const around = [value[at - 1], value[at + wanted.length]]
    if (!around.some(one => one !== undefined && partOfAddress.test(one))) return true
  }
  return false
}
