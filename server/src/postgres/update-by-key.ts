/**
 * Updates rows of a table with monthly partitions by their primary key, with a plan that is kept: planning took as long as updating one row.
 *
 * A kept plan that joins by key is dangerous. Made while the table is empty or small, it would use any index on a part of the key, or compare
 * each row with each key. So each row is looked up alone and in the order of its key, which only the index of the key has, and is then updated
 * where it was found. A row that another transaction has moved meanwhile is no longer there, so what is missing is joined by key and planned.
 */
import { type RawBuilder, sql } from 'kysely'
import { asKeys, asKeysOfAnyLength, integers } from './arrays/as-table.ts'
import type { Db } from './database.ts'
import { isOfMonthsOf } from './partitions/partitions.ts'
import { plannedOnce } from './prepared.ts'

export type UpdateByKey<Item> = {
  table: string
  /** The primary key: the tenant, the id that decides the partition, and other columns. */
  key: readonly [tenant: string, id: string, ...others: string[]]
  idOf: (item: Item) => string
  /** The values of the key, and those that `set` and `only` use as columns of `given`. */
  values: (items: readonly Item[]) => Readonly<Record<string, RawBuilder<unknown>>>
  /** The row is `work` in both. */
  set: RawBuilder<unknown>
  only?: RawBuilder<boolean>
}

/** Returns the items whose rows were updated. The rows are locked in the order of the items. */
export async function updateByKey<Item>(db: Db, items: readonly Item[], update: UpdateByKey<Item>): Promise<Item[]> {
  if (items.length === 0) return []
  const updated = await updateWherePlaced(db, items, update)
  if (updated.length === items.length) return updated
  const known = new Set(updated)
  const others = items.filter(item => !known.has(item))
  return [...updated, ...(await updateJoined(db, others, update))]
}

async function updateWherePlaced<Item>(db: Db, items: readonly Item[], update: UpdateByKey<Item>): Promise<Item[]> {
  const { table, key, values, set, only = sql<boolean>`true` } = update
  const [tenant, id, ...others] = key
  const isOne = [id, ...others].map(one => sql`${inRow(one)} between ${inGiven(one)} and ${inGiven(one)}`)
  const { rows } = await plannedOnce<Updated>`
    with given as materialized (
      select given.*, found.part, found.place from ${asKeysOfAnyLength({ ...values(items), item: numbersOf(items) })}
      cross join lateral (
        select work.tableoid as part, work.ctid as place from ${sql.table(table)} as work
        where ${inRow(tenant)} = ${inGiven(tenant)} and ${sql.join(isOne, sql` and `)}
        order by ${sql.join([id, ...others].map(inRow))} limit 1
      ) as found
    )
    update ${sql.table(table)} as work set ${set} from given
    where work.tableoid = given.part and work.ctid = given.place and ${inRow(id)} = ${inGiven(id)} and ${only}
    returning given.item`.execute(db)
  return itemsOf(rows, items)
}

async function updateJoined<Item>(db: Db, items: readonly Item[], update: UpdateByKey<Item>): Promise<Item[]> {
  const { table, key, idOf, values, set, only = sql<boolean>`true` } = update
  const isKey = key.map(one => sql`${inRow(one)} = ${inGiven(one)}`)
  const { rows } = await sql<Updated>`
    update ${sql.table(table)} as work set ${set}
    from ${asKeys(items, { ...values(items), item: numbersOf(items) })}
    where ${sql.join(isKey, sql` and `)} and ${isOfMonthsOf(`work.${key[1]}`, items.map(idOf))} and ${only}
    returning given.item`.execute(db)
  return itemsOf(rows, items)
}

const inRow = (column: string) => sql.ref(`work.${column}`)
const inGiven = (column: string) => sql.ref(`given.${column}`)
const numbersOf = (items: readonly unknown[]) => integers(items.map((_, nth) => nth))

type Updated = { item: number }
// `as`: the statement returns numbers of these items.
const itemsOf = <Item>(rows: readonly Updated[], items: readonly Item[]) => rows.map(({ item }) => items[item] as Item)
