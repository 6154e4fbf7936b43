/** The contents of a backup: a header, each table with its rows in COPY text format, and a summary. */
import type { PartitionOf } from '../partitions/partitions.ts'
import { damaged } from './damaged.ts'
import { fromFrames } from './frames.ts'

/** The version of the file format, not of the tables in it. */
export const formatVersion = 1

export type Applied = { number: number; name: string; checksum: string }

export type BackupHeader = {
  posthorn_backup: number
  taken_at: string
  /** The migrations that created the tables. */
  migrations: Applied[]
  /** The partitions of partitioned tables. */
  partitions: PartitionOf[]
}

/** The row count, and the digest of the rows' text. */
export type TableSummary = { table: string; count: number; sha256: string }

export type BackupSummary = {
  tables: TableSummary[]
  sequences: { sequence: string; last_value: string; is_called: boolean }[]
}

/** The header and summary of a file that was checked completely. */
export type CheckedBackup = { header: BackupHeader; summary: BackupSummary }

export type BackupPart =
  | { kind: 'header'; header: BackupHeader }
  | { kind: 'table'; table: string; columns: string[] }
  | { kind: 'rows'; bytes: Buffer }
  | { kind: 'end of table' }
  | { kind: 'summary'; summary: BackupSummary }

const nothing = Buffer.alloc(0)

export function toPiece(part: BackupPart): Buffer {
  switch (part.kind) {
    case 'header':
      return Buffer.from(JSON.stringify(part.header))
    case 'table':
      return Buffer.from(JSON.stringify({ table: part.table, columns: part.columns }))
    case 'rows':
      return part.bytes
    case 'end of table':
      return nothing
    case 'summary':
      return Buffer.from(JSON.stringify(part.summary))
  }
}

/** The position of a piece tells its kind: after the header and after each table comes another table or the summary. */
export async function* fromPieces(chunks: AsyncIterable<Buffer>): AsyncGenerator<BackupPart> {
  let place: 'start' | 'between' | 'in table' = 'start'
  for await (const piece of fromFrames(chunks)) {
    if (place === 'in table') {
      yield piece.length > 0 ? { kind: 'rows', bytes: piece } : { kind: 'end of table' }
      if (piece.length === 0) place = 'between'
      continue
    }
    const read = parse(piece)
    // `as`: the digest proves that we wrote the file, and the version tells its format.
    if (place === 'start') yield { kind: 'header', header: read as BackupHeader }
    else if ('tables' in read) yield { kind: 'summary', summary: read as BackupSummary }
    else yield { kind: 'table', ...(read as { table: string; columns: string[] }) }
    place = 'table' in read ? 'in table' : 'between'
  }
}

function parse(piece: Buffer): object {
  try {
    const read: unknown = JSON.parse(piece.toString())
    if (typeof read === 'object' && read !== null) return read
  } catch {
    // Refused below.
  }
  throw damaged('it was changed')
}
