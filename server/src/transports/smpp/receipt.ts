/** Reads a receipt from its fields or its text (SMPP 3.4 appendix B), which varies between carriers. */
import type { Receipt } from '../carrier.ts'
import { canonicalId, type IdFormat, maxIdLength } from './message-ids.ts'

export type ReceiptReading = Pick<Receipt, 'carrierId' | 'state' | 'reply'>

/** By message_state (SMPP 5.0 §4.7.15). States without a known result count as sent. */
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

/** By the beginning of the word in the text, in upper case. */
const words: readonly (readonly [beginning: string, state: Receipt['state']])[] = [
  ['DELIV', 'delivered'],
  ['EXPIR', 'undelivered'],
  ['DELET', 'undelivered'],
  ['UNDEL', 'undelivered'],
  ['REJ', 'undelivered'],
  ['FAIL', 'undelivered'],
  ['SKIP', 'undelivered'],
]

/** Undefined when the message id is missing or too long, or the state is missing. */
export function readReceipt(
  fields: Readonly<Record<string, unknown>>,
  text: string,
  base: IdFormat,
): ReceiptReading | undefined {
  const id = idIn(fields.receipted_message_id) || wordAfter('id', text)
  const [inFields, inText] = [stateInFields(fields), stateInText(text)]
  const found = inFields ?? inText
  if (!id || id.length > maxIdLength || !found) return undefined
  // The state comes from the fields, which are reliable; the reply from the text, which has the peer's own words.
  return { carrierId: canonicalId(id, base), state: found.state, reply: (inText ?? found).reply }
}

/** True only for marks that the network sets: a person can write the text of a receipt, but not its fields. */
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

/** Empty for an empty value: the next word is then the name of the next one. */
function wordAfter(name: string, text: string): string {
  const value = `(?!(?:${names})\\s*[:=])([^\\s;,]{1,255})`
  return new RegExp(`(?:^|[\\s;,])${name}\\s*[:=]\\s*${value}`, 'i').exec(text)?.[1] ?? ''
}

const names = 'id|sub|dlvrd|submit date|done date|stat|err|text'

/** Up to the NUL, if there is one. */
function idIn(octets: unknown): string {
  if (!Buffer.isBuffer(octets)) return ''
  const end = octets.indexOf(0)
  return octets.toString('latin1', 0, end === -1 ? octets.length : end).trim()
}
