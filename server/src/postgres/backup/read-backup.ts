/** Reads a backup file piece by piece. The whole file is checked before anything is restored from it. */
import { createHash, type Hash } from 'node:crypto'
import { pipeline } from 'node:stream'
import { createZstdDecompress } from 'node:zlib'
import { Fatal, fatal } from '#core/fatal.ts'
import { whyUnreadable } from '#core/process/file-fault.ts'
import {
  type BackupHeader,
  type BackupPart,
  type BackupSummary,
  type CheckedBackup,
  formatVersion,
  fromPieces,
} from './contents.ts'
import { damaged } from './damaged.ts'
import { readSealed } from './sealed-file.ts'

export async function* readBackup(path: string): AsyncGenerator<BackupPart> {
  // The callback may be empty: every failure destroys the last stream, so the reader below sees it.
  const chunks = pipeline(readSealed(path), createZstdDecompress(), () => {})
  try {
    for await (const part of fromPieces(chunks)) {
      if (part.kind === 'header') refuseOthers(path, part.header)
      yield part
    }
  } catch (cause) {
    throw explained(path, cause)
  }
}

function refuseOthers(path: string, { posthorn_backup: version, migrations }: BackupHeader): void {
  if (typeof version !== 'number' || !Array.isArray(migrations)) throw fatal(`${path} is not a backup of Posthorn.`)
  if (version > formatVersion)
    throw fatal(`${path} was written by a newer release of Posthorn. Restore it with that one.`)
}

function explained(path: string, cause: unknown): unknown {
  if (cause instanceof Fatal || !(cause instanceof Error) || !('code' in cause)) return cause
  const code = String(cause.code)
  if (code.startsWith('ZSTD_') || code.startsWith('Z_')) return damaged('it was changed', cause)
  return 'syscall' in cause ? fatal(`${path} cannot be read: ${whyUnreadable(path, cause)}`, cause) : cause
}

/** Reads the whole file, and throws unless it is complete and unchanged. */
export async function checkBackup(path: string): Promise<CheckedBackup> {
  const digests: { table: string; sha256: string }[] = []
  let hash: { table: string; of: Hash } | undefined
  let header: BackupHeader | undefined
  let summary: BackupSummary | undefined
  for await (const part of readBackup(path)) {
    if (part.kind === 'header') header = part.header
    else if (part.kind === 'table') hash = { table: part.table, of: createHash('sha256') }
    else if (part.kind === 'rows') hash?.of.update(part.bytes)
    else if (part.kind === 'end of table' && hash) digests.push({ table: hash.table, sha256: hash.of.digest('hex') })
    // Reading continues after the summary: the digest is at the end of the file.
    else if (part.kind === 'summary') summary = part.summary
  }
  if (!header || !summary) throw damaged('it ends too early')
  const expected = summary.tables.map(({ table, sha256 }) => ({ table, sha256 }))
  if (JSON.stringify(expected) !== JSON.stringify(digests)) throw damaged('its tables do not match its summary')
  return { header, summary }
}
