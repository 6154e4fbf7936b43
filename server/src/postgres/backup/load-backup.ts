/**
 * Loads a backup into empty tables of its own version in one transaction: at the end everything is there and on hold, or nothing is. Returns the
 * tables of the backup that are not ours, such as a copy that an operator made; they are left out.
 */
import type pg from 'pg'
import { fatal } from '#core/fatal.ts'
import { adaptRestored } from './adapt-restored.ts'
import type { BackupHeader, BackupPart, BackupSummary, CheckedBackup, TableSummary } from './contents.ts'
import { type CopyIn, copyIn } from './copy-in.ts'
import { refuseFilled } from './target.ts'

export async function loadBackup(client: pg.ClientBase, parts: AsyncIterable<BackupPart>): Promise<string[]> {
  await client.query('begin')
  try {
    const ours = await lockAll(client)
    // Checked again: the database may have been filled since the first check.
    await refuseFilled(client)
    await client.query('delete from instance')
    const { checked, leftOut } = await loadTables(client, parts, ours)
    await adaptRestored(client, checked)
    await client.query('commit')
    return leftOut
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

/** A service that starts meanwhile waits for the lock and then sees the restored tables. Returns their names. */
async function lockAll(client: pg.ClientBase): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition order by relname`,
  )
  const names = rows.map(({ name }) => client.escapeIdentifier(name))
  await client.query(`lock table ${names.join(', ')} in access exclusive mode`)
  return new Set(rows.map(({ name }) => name))
}

type Loaded = { checked: CheckedBackup; leftOut: string[] }

async function loadTables(
  client: pg.ClientBase,
  parts: AsyncIterable<BackupPart>,
  ours: ReadonlySet<string>,
): Promise<Loaded> {
  const counts = new Map<string, number>()
  const leftOut: string[] = []
  let header: BackupHeader | undefined
  let summary: BackupSummary | undefined
  let open: { table: string; rows: CopyIn } | undefined
  try {
    for await (const part of parts) {
      if (part.kind === 'header') header = part.header
      else if (part.kind === 'table') {
        if (ours.has(part.table)) open = { table: part.table, rows: copyIn(client, part) }
        else leftOut.push(part.table)
      } else if (part.kind === 'rows') await open?.rows.write(part.bytes)
      else if (part.kind === 'end of table' && open) {
        counts.set(open.table, await open.rows.end())
        open = undefined
      } else if (part.kind === 'summary') summary = part.summary
    }
  } catch (error) {
    await open?.rows.giveUp()
    throw error
  }
  if (!header || !summary) throw new Error('a backup that was checked has both')
  const tables = summary.tables.filter(({ table }) => !leftOut.includes(table))
  compareCounts(counts, tables)
  return { checked: { header, summary }, leftOut }
}

function compareCounts(loaded: ReadonlyMap<string, number>, tables: readonly TableSummary[]): void {
  for (const { table, count } of tables)
    if (loaded.get(table) !== count)
      throw fatal(
        `The table ${table} has ${loaded.get(table) ?? 0} rows and should have ${count}. Nothing was restored.`,
      )
}
