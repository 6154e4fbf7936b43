import { existsSync, renameSync, rmSync, statSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import type { Writable } from 'node:stream'
import { describeBytes } from '#core/bytes.ts'
import { fatal } from '#core/fatal.ts'
import { whyUnwritable } from '#core/process/file-fault.ts'
import { type WrittenBackup, writeBackup } from '#postgres/backup/write-backup.ts'
import { measureOutside } from '#resources/messages/emails/outside/place.ts'
import { objectStoreOf } from '#setup/bodies.ts'
import { refuseTransactionMode } from '#setup/database-address.ts'
import type { Config } from '#setup/settings.ts'
import { openInstance } from '../../instance/open.ts'
import { defineCommand, invocation } from '../command.ts'
import { shortTime } from '../table.ts'

export const backup = defineCommand({
  name: 'backup',
  summary: 'Writes a consistent copy of all data to one file, while Posthorn runs',
  example: 'backup posthorn-2026-11-16.backup',
  options: {
    file: { value: '<file>', summary: 'The file to write; - is standard output', required: true, positional: true },
  },
  async run({ file }, { loadConfig, output, untilInterrupted }) {
    const { url, outside } = await instanceOf(loadConfig)
    if (file === '-') {
      const stdout = output()
      if ('isTTY' in stdout && stdout.isTTY) throw fatal('A backup is binary: redirect it, as in backup - > file.')
      await writeOutput(url, stdout)
      return { json: undefined, text: '' }
    }
    const written = await writeFile(url, file, untilInterrupted())
    const { size } = statSync(file)
    const rows = rowsOf(written)
    return {
      json: {
        ...{ file, taken_at: written.takenAt.toISOString(), bytes: size, rows, tables: written.tables },
        ...(outside && { not_included: outside }),
      },
      text: `
  ${file}: all data as of ${shortTime(written.takenAt)} UTC, ${rows.toLocaleString('en')} rows in ${describeBytes(size)}.
${
  outside
    ? `  Not included: ${outside.contents.toLocaleString('en')} bodies and attachments (${describeBytes(outside.bytes)}) in ${outside.place}. Back them up as well, after this.
`
    : ''
}  The file contains all data and secrets of this Posthorn. If POSTHORN_ENCRYPTION_KEY is set, keep the key somewhere else.
  To restore it: ${invocation} restore ${file}

`,
    }
  },
})

/** Refuses a database whose tables are not of this release. */
async function instanceOf(loadConfig: () => Config): Promise<{ url: string; outside: Outside | null }> {
  const config = loadConfig()
  await using database = await openInstance(config)
  refuseTransactionMode(config, database.address, '`backup`')
  const place = objectStoreOf(config)?.name
  const outside = place === undefined ? null : { place, ...(await measureOutside(database.db)) }
  return { url: database.address.url, outside }
}

/** Data outside of the database, which is not in the file. */
type Outside = { place: string; contents: number; bytes: number }

async function writeOutput(url: string, output: Writable): Promise<void> {
  try {
    await writeBackup(url, output, { end: false })
  } catch (cause) {
    throw isOfOutput(cause) ? fatal(`The backup is incomplete: ${whyUnwritable('', cause)}`, cause) : cause
  }
}

/** Written under another name until complete, so that a partial file is not mistaken for a backup. */
async function writeFile(url: string, file: string, signal: AbortSignal): Promise<WrittenBackup> {
  if (existsSync(file)) throw fatal(`${file} already exists. Choose another name, or remove it first.`)
  const unfinished = `${file}.unfinished`
  await using handle = await openNew(unfinished, file)
  try {
    const written = await writeBackup(url, handle.createWriteStream({ flush: true }), { signal })
    renameSync(unfinished, file)
    return written
  } catch (cause) {
    rmSync(unfinished, { force: true })
    if (signal.aborted) throw fatal('The backup was interrupted, and its unfinished file removed.', cause)
    throw isOfOutput(cause) ? cannotBeWritten(file, cause) : cause
  }
}

/** Fails when the file exists: two backups that write one file at once would corrupt it. */
async function openNew(unfinished: string, file: string): Promise<FileHandle> {
  try {
    return await open(unfinished, 'wx', 0o600)
  } catch (cause) {
    if (!isOfOutput(cause)) throw cause
    if (cause.code !== 'EEXIST') throw cannotBeWritten(file, cause)
    throw fatal(
      `${unfinished} exists: another backup is writing it, or was interrupted. If none is running, remove the file.`,
      cause,
    )
  }
}

/** A lost database connection fails with `connect` or `read`, because a backup writes nothing to it; all other errors are of the output. */
const isOfOutput = (cause: unknown): cause is NodeJS.ErrnoException =>
  cause instanceof Error && 'syscall' in cause && !['connect', 'read'].includes(String(cause.syscall))

const cannotBeWritten = (file: string, cause: Error) =>
  fatal(`${file} cannot be written: ${whyUnwritable(file, cause)}`, cause)

const rowsOf = ({ tables }: WrittenBackup): number => tables.reduce((sum, { count }) => sum + count, 0)
