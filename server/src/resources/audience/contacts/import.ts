/** Turns rows of a file into contacts. An invalid row is reported and does not affect the others. Importing the same rows again changes nothing. */
import type { PropertyValue } from '@posthorn/contract/audience/contact-properties'
import type { ContactCreate } from '@posthorn/contract/audience/contacts'
import type { Fault } from '@posthorn/contract/errors'
import { isEmailAddress, isPhoneNumber } from '@posthorn/contract/formats'
import { Refusal } from '#core/refusal.ts'
import type { Tx } from '#postgres/database.ts'
import { type ConsentCaller, importedBy } from '#resources/audience/consent/entry.ts'
import { expected, type Fields, parseValue, undeclared } from '#resources/audience/fields/field.ts'
import { lockFields } from '#resources/audience/fields/read.ts'
import { addToList, keepList } from '#resources/audience/segments/list.ts'
import type { HeldTopic } from '#resources/audience/topics/read.ts'
import { saveUpdate } from './change.ts'
import type { Contact } from './contact.ts'
import { ContactExists } from './contact-exists.ts'
import { createContacts } from './create.ts'
import { findUnconfirmable, importTopics, keepNamedTopics, type TakenRow } from './import-topics.ts'
import { lockContacts } from './store.ts'

export type ContactRow = {
  email?: string | undefined
  phone_number?: string | undefined
  first_name?: string | undefined
  last_name?: string | undefined
  email_subscribed?: boolean | undefined
  sms_subscribed?: boolean | undefined
  /** Cells by field key. */
  properties?: Readonly<Record<string, string>> | undefined
  /** By topic id. */
  topics?: Readonly<Record<string, boolean>> | undefined
}
export type Imported = {
  created: number
  updated: number
  unchanged: number
  refused: { row: number; message: string }[]
}

type Options = {
  /** Lists to add all contacts to. */
  segmentIds?: readonly string[]
  /** Leaves existing contacts unchanged. */
  skipsExisting?: boolean
}

export async function importContacts(
  tx: Tx,
  caller: ConsentCaller,
  now: Date,
  rows: readonly ContactRow[],
  { segmentIds = [], skipsExisting = false }: Options = {},
): Promise<Imported> {
  const lists = [...new Set(segmentIds)].toSorted().map(id => ({ environmentId: caller.environmentId, id }))
  for (const list of lists) await keepList(tx, list)
  const topics = await keepNamedTopics(tx, caller.environmentId, rows)
  const taken: TakenRow[] = []
  const unchanged: number[] = []
  const imported: Imported = { created: 0, updated: 0, unchanged: 0, refused: [] }
  const fieldsOf = await lockFields(tx, rows.some(row => row.properties) ? [caller.environmentId] : [])
  const fields = fieldsOf(caller.environmentId)
  const { wanted, refused } = await readRows(tx, caller, rows, { fields, topics })
  imported.refused.push(...refused)
  const verdicts = await createContacts(
    tx,
    wanted.map(({ asked }) => ({ caller, by: importedBy(caller), asked, now, source: 'import' })),
  )
  const present = await lockHolders(tx, caller, skipsExisting ? [] : verdicts)
  // In the order of the file: of several rows for one contact, the last wins.
  for (const [index, one] of wanted.entries()) {
    const verdict = verdicts[index]
    if (!verdict) continue
    if (verdict instanceof Refusal && !isThere(verdict)) {
      imported.refused.push({ row: one.row, message: sentenceOf(verdict) })
      continue
    }
    if (skipsExisting && isThere(verdict)) {
      unchanged.push(one.row)
      continue
    }
    const became = isThere(verdict)
      ? await fillIn(tx, caller, now, one, { holderId: verdict.holderId, present, fields })
      : 'created'
    if (became instanceof Refusal) imported.refused.push({ row: one.row, message: sentenceOf(became) })
    else {
      if (became === 'unchanged') unchanged.push(one.row)
      else imported[became]++
      const contactId = isThere(verdict) ? verdict.holderId : verdict.id
      taken.push({ row: one.row, contactId, topics: rows[one.row]?.topics })
    }
  }
  const moved = await importTopics(tx, caller, now, taken)
  imported.unchanged = unchanged.filter(row => !moved.has(row)).length
  imported.updated += unchanged.length - imported.unchanged
  const contactIds = taken.map(({ contactId }) => contactId)
  if (contactIds.length > 0) for (const list of lists) await addToList(tx, list, contactIds, now)
  imported.refused.sort((a, b) => a.row - b.row)
  return imported
}

/** A row that can be imported, with its position in the file. */
type Wanted = { row: number; asked: ContactCreate }

type Known = { fields: Fields; topics: readonly HeldTopic[] }

/** The rows that can be imported, and why the others cannot. */
async function readRows(
  tx: Tx,
  { environmentId }: ConsentCaller,
  rows: readonly ContactRow[],
  { fields, topics }: Known,
): Promise<{ wanted: Wanted[]; refused: Imported['refused'] }> {
  const read = rows.map((row, nth) => readRow(row, nth, fields))
  const valid = read.flatMap(one => ('asked' in one ? [one] : []))
  const unconfirmable = await findUnconfirmable(
    tx,
    environmentId,
    valid.map(({ row, asked: { email, phone_number: phoneNumber } }) => ({
      ...{ row, email, phoneNumber, topics: rows[row]?.topics },
    })),
    topics,
  )
  return {
    wanted: valid.filter(({ row }) => !unconfirmable.has(row)),
    refused: [
      ...read.flatMap(one => ('message' in one ? [one] : [])),
      ...Array.from(unconfirmable, row => ({ row, message: noAddress })),
    ],
  }
}

const noAddress = 'needs an email address: its topic requires confirmation by email'

const isThere = (verdict: Contact | Refusal): verdict is ContactExists => verdict instanceof ContactExists

/** `as`: the details of a properties refusal are faults with paths. */
const sentenceOf = ({ message, details }: Refusal): string =>
  Array.isArray(details) ? (details as Fault[]).map(fault => `${fault.path} ${fault.message}`).join('; ') : message

/** The existing contacts by id. Locked all at once, in the same order as everywhere else. */
async function lockHolders(
  tx: Tx,
  { environmentId }: ConsentCaller,
  verdicts: readonly (Contact | Refusal)[],
): Promise<Map<string, Contact>> {
  const holders = verdicts.filter(isThere).map(verdict => ({ environmentId, id: verdict.holderId }))
  const locked = holders.length > 0 ? await lockContacts(tx, holders) : []
  return new Map(locked.map(({ contact }) => [contact.id, contact]))
}

type Existing = { holderId: string; present: Map<string, Contact>; fields: Fields }

/** Updates an existing contact with the row. It may unsubscribe the contact, but never subscribe it. */
async function fillIn(
  tx: Tx,
  caller: ConsentCaller,
  now: Date,
  { asked }: Wanted,
  { holderId, present, fields }: Existing,
) {
  const before = present.get(holderId)
  if (!before) return 'unchanged' as const
  const after = await saveUpdate(
    tx,
    caller.environmentId,
    before,
    {
      ...(asked.first_name !== undefined && { first_name: asked.first_name }),
      ...(asked.last_name !== undefined && { last_name: asked.last_name }),
      ...(asked.email_subscribed === false && { email_subscribed: false }),
      ...(asked.sms_subscribed === false && { sms_subscribed: false }),
      ...(asked.properties && { properties: asked.properties }),
    },
    { fields, by: importedBy(caller), at: now },
  )
  if (after instanceof Refusal) return after
  present.set(after.id, after)
  return after === before ? ('unchanged' as const) : ('updated' as const)
}

/** Removes spaces, dashes, dots and parentheses; the rest must be a number that the API accepts. */
export const plainNumber = (text: string): string => text.replaceAll(/[ ().-]/g, '')

function readRow(row: ContactRow, nth: number, fields: Fields): Wanted | { row: number; message: string } {
  const email = cell(row.email)
  const number = cell(row.phone_number)
  const phoneNumber = number === undefined ? undefined : plainNumber(number)
  const firstName = cell(row.first_name)
  const lastName = cell(row.last_name)
  const refused = (message: string) => ({ row: nth, message })
  if (email === undefined && phoneNumber === undefined) return refused('needs an email address or a phone number')
  if (email !== undefined && !isEmailAddress(email)) return refused(`"${email.slice(0, 100)}" is not an email address`)
  if (phoneNumber !== undefined && !isPhoneNumber(phoneNumber))
    return refused(`"${phoneNumber.slice(0, 100)}" is not a phone number such as +14155552671`)
  if ([firstName, lastName].some(name => name !== undefined && name.length > 256))
    return refused('a name has at most 256 characters')
  const properties = readCells(row.properties ?? {}, fields)
  if (typeof properties === 'string') return refused(properties)
  return {
    row: nth,
    asked: {
      ...(email !== undefined && { email }),
      ...(phoneNumber !== undefined && { phone_number: phoneNumber }),
      ...(firstName !== undefined && { first_name: firstName }),
      ...(lastName !== undefined && { last_name: lastName }),
      ...(row.email_subscribed !== undefined && { email_subscribed: row.email_subscribed }),
      ...(row.sms_subscribed !== undefined && { sms_subscribed: row.sms_subscribed }),
      ...(Object.keys(properties).length > 0 && { properties }),
    },
  }
}

/** Returns a message when a cell is invalid. An empty cell changes nothing. */
function readCells(cells: Readonly<Record<string, string>>, fields: Fields): Record<string, PropertyValue> | string {
  const properties: Record<string, PropertyValue> = {}
  for (const [key, text] of Object.entries(cells)) {
    const [field, given] = [fields.get(key), cell(text)]
    if (!field) return `${key.slice(0, 64)} ${undeclared(fields, key)}`
    if (given === undefined) continue
    const value = parseValue(field.type, given)
    if (value === undefined) return `${key}: "${given.slice(0, 100)}" ${expected[field.type]}`
    properties[key] = value
  }
  return properties
}

const cell = (text: string | undefined): string | undefined => text?.trim() || undefined
