/** What a receipt says, in its fields or in its text (SMPP 3.4 appendix B), which everybody writes a little differently. */
import type { Receipt } from '../carrier.ts'
import { type Base, canonicalId, longestId } from './message-ids.ts'

export type ReceiptReading = Pick<Receipt, 'carrierId' | 'state' | 'reply'>

/** By message_state (SMPP 5.0 §4.7.15). What nobody knows the end of is still on its way. */
const states: Readonly<Record<number, readonly [name: string, state: Receipt['state']]>> = {
  0: ['SCHEDULED', 'sent'],
  1: ['ENROUTE', 'sent'],
  2: ['DELIVERED', 'delivered'],
  3: ['EXPIRED', 'undelivered'],
  4: ['DELETED', 'undelivered'],
  5: ['UNDELIVERABLE', 'undelivered'],
  6: ['ACCEPTED', 'sent'],
  7: ['UNKNOWN', 'sent'],
  8: ['REJECTED', 'undelivered'],
  9: ['SKIPPED', 'undelivered'],
}

/** By how the word in the text begins, in capitals. */
const words: readonly (readonly [beginning: string, state: Receipt['state']])[] = [
  ['DELIV', 'delivered'],
  ['EXPIR', 'undelivered'],
  ['DELET', 'undelivered'],
  ['UNDEL', 'undelivered'],
  ['REJ', 'undelivered'],
  ['FAIL', 'undelivered'],
  ['SKIP', 'undelivered'],
]

/** Undefined when it does not say which message it is about, or says so in more than is kept, or not what became of it. */
export function readReceipt(
  fields: Readonly<Record<string, unknown>>,
  text: string,
  base: Base,
): ReceiptReading | undefined {
  const id = idIn(fields.receipted_message_id) || wordAfter('id', text)
  const [inFields, inText] = [stateInFields(fields), stateInText(text)]
  const said = inFields ?? inText
  if (!id || id.length > longestId || !said) return undefined
  // The fields are sure, the text has the peer's own words.
  return { carrierId: canonicalId(id, base), state: said.state, reply: (inText ?? said).reply }
}

/** True for what only the network itself can send: a person can write the text of a receipt, but not its fields. */
export function isReceipt(fields: Readonly<Record<string, unknown>>): boolean {
  const kind = Number(fields.esm_class ?? 0) & 0x3c
  return kind === 0x04 || kind === 0x20 || (kind === 0 && idIn(fields.receipted_message_id) !== '')
}

function stateInFields(fields: Readonly<Record<string, unknown>>): Omit<ReceiptReading, 'carrierId'> | undefined {
  const [name, state] = states[Number(fields.message_state ?? -1)] ?? []
  if (!name || !state) return undefined
  const code = fields.network_error_code
  const error = Buffer.isBuffer(code) && code.length === 3 ? ` (network error ${code.readUInt16BE(1)})` : ''
  return { state, reply: name + error }
}

function stateInText(text: string): Omit<ReceiptReading, 'carrierId'> | undefined {
  const word = wordAfter('stat', text)
  if (!word) return undefined
  const capitals = word.toUpperCase()
  const state = words.find(([beginning]) => capitals.startsWith(beginning))?.[1] ?? 'sent'
  const error = wordAfter('err', text)
  return { state, reply: Number(error) === 0 ? word : `${word} (error ${error})` }
}

function wordAfter(name: string, text: string): string {
  return new RegExp(`(?:^|[\\s;,])${name}\\s*[:=]\\s*([^\\s;,]{1,255})`, 'i').exec(text)?.[1] ?? ''
}

/** Up to its NUL, when it has one. */
function idIn(octets: unknown): string {
  if (!Buffer.isBuffer(octets)) return ''
  const end = octets.indexOf(0)
  return octets.toString('latin1', 0, end === -1 ? octets.length : end).trim()
}
