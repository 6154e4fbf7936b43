import { existsSync, renameSync, rmSync, statSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import type { Writable } from 'node:stream'
import { describeBytes } from '#core/bytes.ts'
import { fatal } from '#core/fatal.ts'
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
  summary: 'Writes all data into one file, as it is at one moment, while Posthorn runs',
  example: 'backup posthorn-2026-11-16.backup',
  options: {
    file: { value: '<file>', summary: 'Where it is written; - is standard output', required: true, positional: true },
  },
  async run({ file }, { loadConfig, output }) {
    const { url, outside } = await instanceOf(loadConfig)
    if (file === '-') {
      const stdout = output()
      if ('isTTY' in stdout && stdout.isTTY)
        throw fatal('A backup is not text: send it somewhere, as in backup - > file.')
      await writeOutput(url, stdout)
      return { json: undefined, text: '' }
    }
    const written = await writeFile(url, file)
    const { size } = statSync(file)
    const rows = rowsOf(written)
    return {
      json: {
        ...{ file, taken_at: written.takenAt.toISOString(), bytes: size, rows, tables: written.tables },
        ...(outside && { not_included: outside }),
      },
      text: `
  ${file}: everything as it was at ${shortTime(written.takenAt)} UTC, ${rows.toLocaleString('en')} rows in ${describeBytes(size)}.
${
  outside
    ? `  Not in it: ${outside.contents.toLocaleString('en')} bodies and attachments (${describeBytes(outside.bytes)}) in ${outside.place}. Back that up as well, after this.
`
    : ''
}  Whoever has it has all data and secrets of this Posthorn. Keep POSTHORN_ENCRYPTION_KEY, if it is set, elsewhere.
  To restore it: ${invocation} restore ${file}

`,
    }
  },
})

/** Refuses tables that are not those of this release. */
async function instanceOf(loadConfig: () => Config): Promise<{ url: string; outside: Outside | null }> {
  const config = loadConfig()
  await using database = await openInstance(config)
  refuseTransactionMode(config, database.address, '`backup`')
  const place = objectStoreOf(config)?.name
  const outside = place === undefined ? null : { place, ...(await measureOutside(database.db)) }
  return { url: database.address.url, outside }
}

/** What is kept outside of the database, and so of the file. */
type Outside = { place: string; contents: number; bytes: number }

async function writeOutput(url: string, output: Writable): Promise<void> {
  try {
    await writeBackup(url, output, { end: false })
  } catch (cause) {
    throw isOfOutput(cause) ? fatal(`The backup is not whole: ${cause.message}.`, cause) : cause
  }
}

/** Under another name until it is whole, so that nobody takes half of one for a backup. */
async function writeFile(url: string, file: string): Promise<WrittenBackup> {
  if (existsSync(file)) throw fatal(`${file} is there already. Choose another name, or remove it first.`)
  const unfinished = `${file}.unfinished`
  await using handle = await openNew(unfinished)
  try {
    const written = await writeBackup(url, handle.createWriteStream({ flush: true }))
    renameSync(unfinished, file)
    return written
  } catch (cause) {
    rmSync(unfinished, { force: true })
    throw isOfOutput(cause) ? cannotBeWritten(file, cause) : cause
  }
}

/** Two that write one file at once would make something that is no backup of it. */
async function openNew(unfinished: string): Promise<FileHandle> {
  try {
    return await open(unfinished, 'wx', 0o600)
  } catch (cause) {
    if (!isOfOutput(cause)) throw cause
    if (cause.code !== 'EEXIST') throw cannotBeWritten(unfinished, cause)
    throw fatal(`${unfinished} is there: another backup is writing it, or was cut off. Remove it if none is.`, cause)
  }
}

/** From a database that goes away there are errors of `connect` and `read`; nothing is written to it meanwhile. */
const isOfOutput = (cause: unknown): cause is NodeJS.ErrnoException =>
  cause instanceof Error && 'syscall' in cause && !['connect', 'read'].includes(String(cause.syscall))

const cannotBeWritten = (file: string, cause: Error) => fatal(`${file} cannot be written (${cause.message}).`, cause)

const rowsOf = ({ tables }: WrittenBackup): number => tables.reduce((sum, { count }) => sum + count, 0)
