/**
 * Deletes data whose retention has ended. A partition is dropped as a whole once no environment keeps anything in it; until then, rows
 * of environments with a shorter retention are deleted. Open messages stay, however old they are.
 */
import { idsFrom } from '#core/id.ts'
import type { Database } from '#postgres/database.ts'
import { deleteInPages } from '#postgres/in-pages.ts'
import {
  findPartitions,
  isPartitioned,
  makePartitions,
  type Partition,
  type Partitioned,
} from '#postgres/partitions/partitions.ts'
import {
  defaultLogDays,
  type KeptTable,
  type Kind,
  keptSince,
  kinds,
  type LogDays,
  logs,
  tablesOf,
  usual,
} from './retention.ts'
import {
  deleteLogPage,
  deletePage,
  dropDetached,
  dropPartition,
  type EnvironmentRow,
  emptyPage,
  findAll,
  hasOldBodies,
} from './store.ts'

export type Ended = { dropped: string[]; deleted: number }

export async function applyRetention(database: Database, now: Date, logDays: LogDays = defaultLogDays): Promise<Ended> {
  await makePartitions(database, now)
  const environments = await findAll(database.db)
  const ended: Ended = { dropped: [], deleted: 0 }
  for (const kind of kinds) {
    const rules = toRules(environments, kind, now)
    for (const table of tablesOf[kind]) {
      ended.dropped.push(...(await dropOld(database, table, rules.keptByAnybodySince)))
      ended.deleted += await deleteOld(database, table, rules)
    }
    if (kind === 'bodies') ended.deleted += await emptyOldBodies(database, rules)
  }
  // `as`: the keys of an object literal.
  for (const name of Object.keys(logs) as (keyof LogDays)[]) {
    const since = keptSince(logDays[name], now)
    ended.dropped.push(...(await dropOld(database, logs[name], since)))
    ended.deleted += await deleteInPages(database, (tx, limit) => deleteLogPage(tx, logs[name], idsFrom(since), limit))
  }
  return ended
}

/** Environments with the same retention. */
type Group = { environmentIds: string[]; days: number; before: string }
type Rules = { groups: readonly Group[]; maxDays: number; keptByAnybodySince: Date | null }

/** In real time, also where a test clock is ahead: what is sent after an advance is new. */
function toRules(environments: readonly EnvironmentRow[], kind: Kind, now: Date): Rules {
  const daysOf = ({ told, mode }: EnvironmentRow) => (told ?? usual[mode])[kind]
  const ending = environments.filter(one => daysOf(one) !== null)
  const groups = [...Map.groupBy(ending, daysOf)].flatMap(([days, alike]) =>
    days === null
      ? []
      : [{ environmentIds: alike.map(one => one.environmentId), days, before: idsFrom(keptSince(days, now)) }],
  )
  const isKeptForEver = ending.length < environments.length
  const maxDays = isKeptForEver ? Number.POSITIVE_INFINITY : Math.max(0, ...groups.map(({ days }) => days))
  return { groups, maxDays, keptByAnybodySince: isKeptForEver ? null : keptSince(maxDays, now) }
}

async function dropOld(database: Database, table: KeptTable | Partitioned, keptSince: Date | null): Promise<string[]> {
  if (!isPartitioned(table)) return []
  await dropDetached(database.db, table.table)
  const old = (await findPartitions(database.db, table)).filter(({ to }) => keptSince && to <= idsFrom(keptSince))
  for (const one of old) await dropPartition(database, table, one)
  return old.map(({ name }) => name)
}

/** Rows of the longest retention wait for the drop of their partition; rows in the rest are deleted at once. */
async function deleteOld(database: Database, table: KeptTable, { groups, maxDays }: Rules): Promise<number> {
  const partitions = isPartitioned(table) ? await findPartitions(database.db, table) : []
  const beginBefore =
    (id: string) =>
    ({ from }: Partition) =>
      from === null || from < id
  let deleted = 0
  for (const { environmentIds, days, before } of groups) {
    const among = days < maxDays ? partitions.filter(beginBefore(before)).map(({ name }) => name) : []
    for (const from of [...among, isPartitioned(table) ? `${table.table}_rest` : table.table]) {
      const ending = { from, table, environmentIds, before }
      deleted += await deleteInPages(database, (tx, limit) => deletePage(tx, ending, limit))
    }
  }
  return deleted
}

async function emptyOldBodies(database: Database, { groups }: Rules): Promise<number> {
  if (!(await hasOldBodies(database.db))) return 0
  let emptied = 0
  for (const group of groups) emptied += await deleteInPages(database, (tx, limit) => emptyPage(tx, group, limit))
  return emptied
}
