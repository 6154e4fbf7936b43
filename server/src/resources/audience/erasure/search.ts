/** Searches every row that may name a person, page by page, and replaces the mentions. */
import { erasedEmail } from '@posthorn/contract/audience/erasures'
import { forget } from '#events/forget.ts'
import { redact } from '#events/redact.ts'
import type { Database, Db, Tx } from '#postgres/database.ts'
import { eraseRunsOf } from '#resources/automation/workflows/erase.ts'
import { pack, packValues, reworded, unpack, type Values } from '#resources/messages/emails/body/pack.ts'
import { type ErasedPerson, withoutContent } from './answer.ts'
import { needlesOf, type Person, replacedIn, replacing, replacingInNames } from './person.ts'
import {
  deleteRow,
  findEndOfPage,
  findEvent,
  findMentions,
  findPacked,
  type Key,
  lockRow,
  type Place,
  type Row,
  updateRow,
} from './search-store.ts'

import { type Searched, searched } from './searched.ts'

export type Searching = ErasedPerson & { environmentId: string; at: Date; signal: AbortSignal }

/** Searches one page. Returns its last key, or null after the last page. Repeating it finds nothing. */
export async function searchPage(
  database: Database,
  searching: Searching,
  table: Searched,
  after: Key | null,
): Promise<Key | null> {
  const { environmentId, signal } = searching
  const place = { searched: table, environmentId }
  const last = await findEndOfPage(database.db, place, after)
  const range = { after, last }
  const find = Object.values(table.columns).includes('body') ? findPackedMentions : findMentions
  for (const key of await find(database.db, place, range, needlesIn(table, searching))) {
    signal.throwIfAborted()
    if (table.table === 'events') await replaceInEvent(database, searching, place, key)
    else await database.transaction(tx => replaceInRow(tx, place, key, searching))
  }
  return last
}

/** An answer about the contact is found by its id, too. */
function needlesIn({ columns }: Searched, { person, contactId }: ErasedPerson): string[] {
  const hasAnswers = Object.values(columns).includes('answer')
  return [...needlesOf(person), ...(hasAnswers && contactId ? [contactId] : [])]
}

/** Large bodies are always included: the replacement checks them again. */
async function findPackedMentions(
  db: Db,
  place: Place,
  range: Parameters<typeof findPacked>[2],
  needles: readonly string[],
): Promise<Key[]> {
  const rows = await findPacked(db, place, range)
  return rows.filter(({ packed }) => packed === null || mentions(packed, needles)).map(({ key }) => key)
}

function mentions(packed: Buffer, needles: readonly string[]): boolean {
  const { html, text, message, values } = unpack(packed)
  const parts = [html, text, message?.toString('latin1'), values && JSON.stringify(values)]
  const said = parts
    .map(part => part ?? '')
    .join(' ')
    .toLowerCase()
  return needles.some(needle => said.includes(needle))
}

/** Replaces mentions in the rows and bodies of these emails. */
export const replacerInEmails =
  ({ environmentId, person }: Pick<Searching, 'environmentId' | 'person'>) =>
  async (tx: Tx, ids: readonly string[]): Promise<void> => {
    const ofEmails = searched.filter(({ table }) => table === 'emails' || table === 'email_bodies')
    for (const id of ids)
      for (const one of ofEmails) await replaceInRow(tx, { searched: one, environmentId }, [id], { person })
  }

async function replaceInRow(tx: Tx, place: Place, key: Key, whom: ErasedPerson): Promise<void> {
  const before = await lockRow(tx, place, key)
  if (!before) return
  const changed = changesOf(before, whom, place.searched.columns)
  const names = Object.keys(changed)
  if (names.length === 0) return
  // A row whose key contains a mention cannot be renamed (a tag, or an idempotency key kept for a day): delete it.
  if (place.searched.key.some(([name]) => names.includes(name))) return deleteRow(tx, place, key)
  await updateRow(tx, place, key, changed)
}

function changesOf(before: Row, whom: ErasedPerson, columns: Searched['columns']): Row {
  const { person } = whom
  const [inText, inNames] = [replacing(person), replacingInNames(person)]
  return Object.fromEntries(
    Object.entries(before).flatMap(([name, value]) => {
      if (Buffer.isBuffer(value)) return packedChange(name, value, inText)
      const rest = columns[name] === 'answer' ? withoutContent(value, whom) : value
      const after = replacedIn(rest, columns[name]?.startsWith('name') ? inNames : inText)
      return JSON.stringify(after) === JSON.stringify(value) ? [] : [[name, after]]
    }),
  )
}

function packedChange(name: string, packed: Buffer, replaceIn: (text: string) => string): [string, Buffer][] {
  const before = unpack(packed)
  if (before.values) return valuesChange(name, before.values, replaceIn)
  const after = reworded(before, replaceIn)
  return after ? [[name, pack(after)]] : []
}

/** The values filled into the content of a broadcast. */
function valuesChange(name: string, before: Values, replaceIn: (text: string) => string): [string, Buffer][] {
  const after = replacedIn(before, replaceIn) as Values // as: replacing keeps the shape of the value
  return JSON.stringify(after) === JSON.stringify(before) ? [] : [[name, packValues(after)]]
}

/** Events of a contact that was deleted before the erasure name the person: delete them all, and erase the data of its runs. */
async function replaceInEvent(database: Database, searching: Searching, place: Place, key: Key): Promise<void> {
  const { environmentId, person } = searching
  const event = await findEvent(database.db, environmentId, key)
  if (!event || event.isOfContact || !isNamed(event.data, person)) return
  const { type, subjectId, data } = event
  if (type.startsWith('contact.')) {
    await eraseRunsOf(database, { ...searching, contactId: subjectId })
    return database.transaction(tx => forget(tx, environmentId, [subjectId]))
  }
  await database.transaction(async tx => {
    const { email: address } = person
    if (address !== null && String(data.recipient).toLowerCase() === address)
      await redact(tx, { environmentId, subjectIds: [subjectId], address, erased: erasedEmail, onlyTheirs: true })
    await replaceInRow(tx, place, key, { person })
  })
}

const isNamed = (data: object, person: Person): boolean => 'data' in changesOf({ data }, { person }, { data: 'jsonb' })
