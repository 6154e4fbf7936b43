/** Writes a backup: one snapshot of all tables, without blocking anyone, and with only one piece in memory at a time. */
import { createHash } from 'node:crypto'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress } from 'node:zlib'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { allPartitions, type PartitionOf } from '../partitions/partitions.ts'
import { findSequences, findTables, type Table } from './catalogue.ts'
import { connect } from './connect.ts'
import {
  type Applied,
  type BackupPart,
  type BackupSummary,
  formatVersion,
  type TableSummary,
  toPiece,
} from './contents.ts'
import { toFrames } from './frames.ts'
import { seal } from './sealed-file.ts'

export type WrittenBackup = { takenAt: Date; tables: TableSummary[] }

/** `end: false` leaves the output open. */
type Writing = { end?: boolean; signal?: AbortSignal }

export async function writeBackup(
  url: string,
  output: Writable,
  { end = true, signal }: Writing = {},
): Promise<WrittenBackup> {
  await using client = await connect(url)
  let written: WrittenBackup | undefined
  async function* pieces() {
    for await (const part of readDatabase(client)) {
      if (part.kind === 'header') written = { takenAt: new Date(part.header.taken_at), tables: [] }
      if (part.kind === 'summary') written?.tables.push(...part.summary.tables)
      yield toPiece(part)
    }
  }
  await pipeline(Readable.from(toFrames(pieces())), createZstdCompress(), seal, output, {
    end,
    ...(signal && { signal }),
  })
  if (!written) throw new Error('a backup has a header')
  return written
}

async function* readDatabase(client: pg.ClientBase): AsyncGenerator<BackupPart> {
  await client.query('begin isolation level repeatable read read only')
  const { rows } = await client.query<{ now: Date }>('select now()')
  const { rows: migrations } = await client.query<Applied>(
    'select number, name, checksum from schema_migrations order by number',
  )
  const { rows: partitions } = await client.query<PartitionOf>(allPartitions)
  const taken_at = (rows[0]?.now ?? new Date(Number.NaN)).toISOString()
  yield { kind: 'header', header: { posthorn_backup: formatVersion, taken_at, migrations, partitions } }
  const summary: BackupSummary = { tables: [], sequences: [] }
  for (const table of await findTables(client)) {
    yield { kind: 'table', table: table.name, columns: table.columns }
    summary.tables.push(yield* readTable(client, table))
    yield { kind: 'end of table' }
  }
  // Sequences ignore the snapshot: their values are now at least as high as those in the rows.
  summary.sequences = await findSequences(client)
  await client.query('commit')
  yield { kind: 'summary', summary }
}

async function* readTable(client: pg.ClientBase, table: Table): AsyncGenerator<BackupPart, TableSummary> {
  const hash = createHash('sha256')
  const stream = client.query(copyTo(copyOut(client, table)))
  for await (const chunk of stream) {
    // `as`: stream types do not declare the chunk type.
    const bytes = chunk as Buffer
    hash.update(bytes)
    yield { kind: 'rows', bytes }
  }
  // The row count arrives after the last row.
  await client.query('select')
  return { table: table.name, count: stream.rowCount, sha256: hash.digest('hex') }
}

/**
 * Transaction ids of one cluster mean nothing in another. They are written as 3, which is before every id of any cluster, so only the positions
 * order the events (automation/event-log/repair.ts).
 */
function copyOut(client: pg.ClientBase, { name, columns, transactionIds }: Table): string {
  const chosen = columns.map(column =>
    transactionIds.includes(column) ? `'3'::xid8` : client.escapeIdentifier(column),
  )
  return `copy (select ${chosen.join(', ')} from ${client.escapeIdentifier(name)}) to stdout`
}
