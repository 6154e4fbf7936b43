import type { Imported } from '@posthorn/contract/audience/contact-import'
import {
  contactFields,
  keyOfOwn,
  neededOfContact,
  toContactRow,
} from '../../../dashboard/src/csv-import/contact-fields.ts'
import type { ImportRow } from '../../../dashboard/src/csv-import/fields.ts'
import { guessMapping } from '../../../dashboard/src/csv-import/mapping.ts'
import type { Sheet } from '../../../dashboard/src/csv-import/read-csv.ts'
import { noTotals, sendRows, type Totals } from '../../../dashboard/src/csv-import/send-rows.ts'
import { fatal } from '../../../server/src/core/fatal.ts'
import { askOrThrow } from '../api.ts'
import { printable } from '../colour.ts'
import { defineCommand, live, whereTo } from '../command.ts'
import { readCsvFile } from '../csv-file.ts'
import { accessFor } from '../login-file.ts'

export const importContacts = defineCommand({
  name: 'import contacts',
  summary: 'Creates contacts from a CSV file and updates existing ones',
  example: 'import contacts people.csv --column "E-Mail=email" --column "Tel=phone_number"',
  options: {
    file: { value: '<file.csv>', summary: 'The file, with any separator', required: true, positional: true },
    column: {
      value: '<column>=<field>',
      summary: `Maps a column that is not recognized; fields: ${contactFields.map(({ name }) => name).join(', ')}, or a contact field such as properties.plan`,
      multiple: true,
    },
    live,
  },
  async run(given, { env, write, untilInterrupted }) {
    const access = accessFor(env, given.live)
    const sheet = await readCsvFile(given.file)
    const mapping = mappingOf(sheet, given.column)
    write(mapping.map((field, at) => `  ${printable(sheet.head[at] ?? '')} → ${field || '(left out)'}\n`).join(''))
    const send = (rows: ImportRow[]) =>
      askOrThrow<Imported>(access, {
        method: 'POST',
        path: '/v1/contacts/import',
        body: { rows: rows.map(toContactRow) },
      })
    const totals = await sendRows(noTotals, {
      ...{ rows: sheet.rows, mapping, fields: contactFields, send, signal: untilInterrupted() },
      onProgress: ({ done }) => write(`  ${done} of ${sheet.rows.length} rows\n`),
    })
    const answer = report(totals, sheet)
    return { ...answer, text: answer.text + whereTo(given.live) }
  },
})

function mappingOf({ head }: Sheet, given: readonly string[]): string[] {
  const mapping = guessMapping(head, contactFields)
  for (const words of given) {
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
  throw fatal(`No column was recognized as an email address or a phone number. Name one: --column "${head[0]}=email"`)
}

/** Rows are numbered from 1, without the header. */
function report({ created, updated, unchanged, refused, done }: Totals, { rows }: Sheet) {
  const lines = refused.map(({ row, message }) => `  row ${row + 1}: ${printable(message)}\n`)
  const rest = rows.length - done
  const sum = `${created} created, ${updated} updated, ${unchanged} unchanged, ${refused.length} refused.`
  return {
    json: { created, updated, unchanged, refused: refused.map(one => ({ ...one, row: one.row + 1 })), not_sent: rest },
    text: `${lines.join('')}${sum}${rest > 0 ? ` ${rest} rows were not sent: run the command again to continue.` : ''}\n`,
    failed: refused.length > 0 || rest > 0,
  }
}
