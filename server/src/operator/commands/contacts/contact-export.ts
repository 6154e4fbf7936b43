import { createWriteStream, existsSync, renameSync, rmSync, statSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { pino } from 'pino'
import { describeBytes } from '#core/bytes.ts'
import { fatal } from '#core/fatal.ts'
import { whyUnwritable } from '#core/process/file-fault.ts'
import { openForeignText } from '#foreign-text/open.ts'
import { isOutage } from '#postgres/outages/outage.ts'
import { contactNamed } from '#resources/audience/contacts/erase.ts'
import { isKnown } from '#resources/audience/erasure/is-known.ts'
import { exportPerson } from '#resources/audience/export/export.ts'
import { broadcastFiller } from '#resources/messages/broadcasts/content/fill.ts'
import { openBodies } from '#setup/bodies.ts'
import { openInstance } from '../../instance/open.ts'
import { defineCommand } from '../command.ts'
import { nobodyHas, personOptions, readOwner, readPerson } from './person.ts'

export const contactExport = defineCommand({
  name: 'contact export',
  summary: 'Writes all data about a person to a zip file, whether or not they are a contact',
  example: 'contact export ada@example.com --output ada.zip',
  options: {
    ...personOptions,
    output: { value: '<file>', summary: 'The file to write; default: the address or number with .zip' },
  },
  async run({ who, organization, mode, output: file = `${who}.zip` }, { loadConfig, clock, untilInterrupted }) {
    const named = readPerson(who)
    if (existsSync(file)) throw fatal(`${file} already exists. Choose another name with --output, or remove it first.`)
    const config = loadConfig()
    const log = pino({ level: 'silent' })
    await using database = await openInstance(config)
    const owner = await readOwner(database.db, organization, mode)
    if (!(await isKnown(database.db, owner, named)))
      return {
        json: { file: null, bytes: null, contact_id: null, known: false },
        text: `${nobodyHas(who)}\n`,
        failed: true,
      }
    const contact = await contactNamed(database.db, { environmentId: owner.environmentId, ...named })
    const person = {
      contact,
      email: contact?.email ?? ('email' in named ? named.email : null),
      phoneNumber: contact?.phoneNumber ?? ('number' in named ? named.number : null),
    }
    const { fetch: fetchContent } = await openBodies(config, database.db, log)
    await using text = openForeignText(log)
    const { compose, openMessage, deriveText } = text.mail
    const fillBroadcasts = broadcastFiller(database.db, text.templateText, deriveText)
    const parts = { database, compose, openMessage, fetchContent, fillBroadcasts }
    await write(file, exportPerson(parts, owner, person, clock()), untilInterrupted())
    const { size } = statSync(file)
    return {
      json: { file, bytes: size, contact_id: contact?.id ?? null, known: true },
      text: `${file}: all data about ${who}, ${describeBytes(size)}. It includes the content of messages to them.\n`,
    }
  },
})

/** Written under another name until complete. */
async function write(file: string, content: NodeJS.ReadableStream, signal: AbortSignal): Promise<void> {
  const unfinished = `${file}.unfinished`
  try {
    await pipeline(content, createWriteStream(unfinished, { mode: 0o600, flush: true }), { signal })
    renameSync(unfinished, file)
  } catch (cause) {
    rmSync(unfinished, { force: true })
    if (signal.aborted) throw fatal('The export was interrupted, and its unfinished file removed.', cause)
    // An error of a full disk names no path.
    if (cause instanceof Error && 'syscall' in cause && !isOutage(cause))
      throw fatal(`${file} cannot be written: ${whyUnwritable(file, cause)}`, cause)
    throw cause
  }
}
