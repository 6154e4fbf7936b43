import { readFileSync } from 'node:fs'
import type { Imported } from '@posthorn/contract/audience/contact-import'
import {
  contactFields,
  keyOfOwn,
  neededOfContact,
  toContactRow,
} from '../../../dashboard/src/csv-import/contact-fields.ts'
import type { ImportRow } from '../../../dashboard/src/csv-import/fields.ts'
import { guessMapping } from '../../../dashboard/src/csv-import/mapping.ts'
import { readCsv, type Sheet } from '../../../dashboard/src/csv-import/read-csv.ts'
import { type Account, nothingYet, sendRows } from '../../../dashboard/src/csv-import/send-rows.ts'
import { fatal } from '../../../server/src/core/fatal.ts'
import { askWell } from '../api.ts'
import { printable } from '../colour.ts'
import { defineCommand, live } from '../command.ts'
import { accessFor } from '../login-file.ts'

export const importContacts = defineCommand({
  name: 'import contacts',
  summary: 'Creates contacts from a CSV file, and fills in those that exist',
  example: 'import contacts people.csv --column "E-Mail=email" --column "Tel=phone_number"',
  options: {
    file: { value: '<file.csv>', summary: 'The file, with any separator', required: true, positional: true },
    column: {
      value: '<column>=<field>',
      summary: `A column that is not understood by itself; fields: ${contactFields.map(({ name }) => name).join(', ')}, or one of your own such as properties.plan`,
      multiple: true,
    },
    live,
  },
  async run(given, { env, write, untilInterrupted }) {
    const access = accessFor(env, given.live)
    const sheet = await readSheet(given.file)
    const mapping = mappingOf(sheet, given.column)
    write(mapping.map((field, at) => `  ${printable(sheet.head[at] ?? '')} → ${field || '(left out)'}\n`).join(''))
    const send = (rows: ImportRow[]) =>
      askWell<Imported>(access, { method: 'POST', path: '/v1/contacts/import', body: { rows: rows.map(toContactRow) } })
    const account = await sendRows(nothingYet, {
      ...{ rows: sheet.rows, mapping, fields: contactFields, send, signal: untilInterrupted() },
      onProgress: ({ done }) => write(`  ${done} of ${sheet.rows.length} rows\n`),
    })
    return report(account, sheet)
  },
})

async function readSheet(path: string): Promise<Sheet> {
  let bytes: Buffer
  try {
    bytes = readFileSync(path)
  } catch (error) {
    throw fatal(`${path} cannot be read.`, error)
  }
  return readCsv(new Blob([new Uint8Array(bytes)])).catch(error => {
    throw fatal(`${path}: ${error instanceof Error ? error.message : String(error)}`, error)
  })
}

function mappingOf({ head }: Sheet, said: readonly string[]): string[] {
  const mapping = guessMapping(head, contactFields)
  for (const words of said) {
    const [, column = '', field = ''] = /^(.*)=([\w.]*)$/.exec(words) ?? []
    const at = head.indexOf(column)
    if (at < 0) throw fatal(`--column ${words}: the file has no column "${column}". It has: ${head.join(', ')}.`)
    const isOwn = keyOfOwn(field) !== undefined
    if (field !== '' && !isOwn && !contactFields.some(({ name }) => name === field))
      throw fatal(`--column ${words}: there is no field "${field}".`)
    for (const [other, one] of mapping.entries()) if (one === field) mapping[other] = ''
    mapping[at] = field
  }
  if (neededOfContact.some(name => mapping.includes(name))) return mapping
  throw fatal(`No column is known to be an email address or a number. Say which: --column "${head[0]}=email"`)
}

/** As a person counts the lines of the table, below its head. */
function report({ created, updated, unchanged, refused, done }: Account, { rows }: Sheet) {
  const lines = refused.map(({ row, message }) => `  row ${row + 1}: ${printable(message)}\n`)
  const rest = rows.length - done
  const sum = `${created} created, ${updated} filled in, ${unchanged} as they were, ${refused.length} not taken.`
  return {
    json: { created, updated, unchanged, refused: refused.map(one => ({ ...one, row: one.row + 1 })), not_sent: rest },
    text: `${lines.join('')}${sum}${rest > 0 ? ` ${rest} rows were not sent: start again to go on.` : ''}\n`,
    failed: refused.length > 0 || rest > 0,
  }
}
