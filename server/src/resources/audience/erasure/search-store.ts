/** Reads and changes tables of other rooms by name, as retention does: a person may be named in any of them. */
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#postgres/database.ts'
import { type Searched, typeOf } from './searched.ts'

/** The key values, as text. */
export type Key = readonly string[]
export type Place = { searched: Searched; environmentId: string }

const keyNames = ({ key }: Searched) => sql.join(key.map(([name]) => sql.ref(name)))
const keyTexts = ({ key }: Searched) => sql`array[${sql.join(key.map(([name]) => sql`${sql.ref(name)}::text`))}]`
const keyValues = ({ key }: Searched, values: Key) =>
  sql.join(key.map(([, type], index) => sql`${values[index] ?? null}::${sql.raw(type)}`))

const inPlace = ({ searched, environmentId }: Place): RawBuilder<boolean> =>
  searched.isTenants ? sql<boolean>`environment_id = ${environmentId}` : sql<boolean>`true`

const isAfter = (searched: Searched, after: Key | null): RawBuilder<boolean> =>
  after === null ? sql<boolean>`true` : sql<boolean>`(${keyNames(searched)}) > (${keyValues(searched, after)})`

const isUpTo = (searched: Searched, last: Key | null): RawBuilder<boolean> =>
  last === null ? sql<boolean>`true` : sql<boolean>`(${keyNames(searched)}) <= (${keyValues(searched, last)})`

/** The last key of the page after `after`; null when less than a full page is left. */
export async function findEndOfPage(db: Db, place: Place, after: Key | null): Promise<Key | null> {
  const { searched } = place
  const { rows } = await sql<{ key: Key }>`
    select ${keyTexts(searched)} as key from ${sql.table(searched.table)}
    where ${inPlace(place)} and ${isAfter(searched, after)}
    order by ${keyNames(searched)} limit 1 offset ${searched.page - 1}`.execute(db)
  return rows[0]?.key ?? null
}

/** The rows of a page that contain a needle. Evaluated row by row, so only one text is in memory. */
export async function findMentions(
  db: Db,
  place: Place,
  { after, last }: { after: Key | null; last: Key | null },
  needles: readonly string[],
): Promise<Key[]> {
  const { searched } = place
  const all = sql.join(Object.keys(searched.columns).map(name => sql`${sql.ref(name)}::text`))
  const { rows } = await sql<{ key: Key }>`
    select ${keyTexts(searched)} as key from ${sql.table(searched.table)}
    cross join lateral (select lower(concat_ws(' ', ${all}) collate "C") as said offset 0) as row_said
    where ${inPlace(place)} and ${isAfter(searched, after)} and ${isUpTo(searched, last)}
      and (${sql.join(
        needles.map(needle => sql`strpos(said, ${needle}) > 0`),
        sql` or `,
      )})`.execute(db)
  return rows.map(({ key }) => key)
}

/** Larger bodies are read one by one. */
const largeBody = 64 * 1024

type PackedRow = { key: Key; packed: Buffer | null }

/** The bodies of a page. Null: too large to read together with others. */
export async function findPacked(
  db: Db,
  place: Place,
  { after, last }: { after: Key | null; last: Key | null },
): Promise<PackedRow[]> {
  const { searched } = place
  const { rows } = await sql<PackedRow>`
    select ${keyTexts(searched)} as key, case when octet_length(packed) <= ${largeBody} then packed end as packed
    from ${sql.table(searched.table)}
    where ${inPlace(place)} and ${isAfter(searched, after)} and ${isUpTo(searched, last)}`.execute(db)
  return rows
}

const isRow = ({ searched, environmentId }: Place, key: Key) =>
  sql<boolean>`${inPlace({ searched, environmentId })} and (${keyNames(searched)}) = (${keyValues(searched, key)})`

export type Row = Record<string, unknown>

/** Locks the row until the transaction ends; undefined when it is deleted. */
export async function lockRow(tx: Tx, place: Place, key: Key): Promise<Row | undefined> {
  const { searched } = place
  const { rows } = await sql<Row>`
    select ${sql.join(Object.keys(searched.columns).map(name => sql.ref(name)))} from ${sql.table(searched.table)}
    where ${isRow(place, key)} for update`.execute(tx)
  return rows[0]
}

export async function updateRow(tx: Tx, place: Place, key: Key, changed: Row): Promise<void> {
  const { searched } = place
  const values = Object.entries(changed).map(([name, value]) => {
    const kind = searched.columns[name] ?? 'text'
    return sql`${sql.ref(name)} = ${typeOf[kind] === 'jsonb' ? JSON.stringify(value) : value}::${sql.raw(typeOf[kind])}`
  })
  await sql`update ${sql.table(searched.table)} set ${sql.join(values)} where ${isRow(place, key)}`.execute(tx)
}

export async function deleteRow(tx: Tx, place: Place, key: Key): Promise<void> {
  await sql`delete from ${sql.table(place.searched.table)} where ${isRow(place, key)}`.execute(tx)
}

export type NamingEvent = { type: string; subjectId: string; data: Record<string, unknown>; isOfContact: boolean }

/** An event, and whether its subject is an existing contact: a person who has come back since. */
export async function findEvent(
  db: Db,
  environmentId: string,
  [subjectId, position, id]: Key,
): Promise<NamingEvent | undefined> {
  const { rows } = await sql<NamingEvent>`
    select type, subject_id as "subjectId", data, exists (
      select from contacts c where c.environment_id = events.environment_id and c.id = events.subject_id
    ) as "isOfContact"
    from events
    where environment_id = ${environmentId} and subject_id = ${subjectId} and position = ${position} and id = ${id}`.execute(
    db,
  )
  return rows[0]
}
