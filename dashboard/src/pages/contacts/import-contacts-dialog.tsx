import { call } from '#api/call.ts'
import { renew, useCall } from '#api/queries.ts'
import {
  contactFields,
  keyOfColumn,
  keyOfOwn,
  neededOfContact,
  toContactRow,
  toImportField,
} from '#csv-import/contact-fields.ts'
import type { ImportRow, Mapping } from '#csv-import/fields.ts'
import { ImportDialog } from '#csv-import/import-dialog.tsx'
import type { Sheet } from '#csv-import/read-csv.ts'
import { typeOfCells } from '#csv-import/type-of-cells.ts'

const newField = (column: string) => {
  const key = keyOfColumn(column)
  return key === undefined || contactFields.some(({ name }) => name === key) ? undefined : toImportField({ key })
}

type Props = {
  /** The list that everybody in the file is added to. */
  segment?: { id: string; name: string }
  onClose: () => void
}

export function ImportContactsDialog({ segment, onClose }: Props) {
  const send = (rows: ImportRow[]) =>
    call('importContacts', { body: { rows: rows.map(toContactRow), ...(segment && { segment_id: segment.id }) } })
  const { data: declared } = useCall('listContactFields')
  const known = declared?.data ?? []
  /** Whatever was made before an import broke off is there when it goes on. */
  const prepare = async ({ sheet, mapping }: { sheet: Sheet; mapping: Mapping }) => {
    const { data: present } = await call('listContactFields')
    for (const [column, name] of mapping.entries()) {
      const key = keyOfOwn(name)
      if (key === undefined || present.some(field => field.key === key)) continue
      const type = typeOfCells(sheet.rows.map(row => row[column] ?? ''))
      await call('createContactField', { body: { key, type } })
    }
    renew('listContactFields')
  }
  return (
    <ImportDialog
      title={segment ? `Import contacts to ${segment.name}` : 'Import contacts'}
      fields={[...contactFields, ...known.map(toImportField)]}
      needed={neededOfContact}
      send={send}
      newField={newField}
      prepare={prepare}
      onClose={onClose}
    >
      <ul className="list-disc space-y-1 pl-5">
        <li>Each row needs an email address or a number. Who is here already is filled in, not doubled.</li>
        <li>
          New contacts count as having agreed unless a column says otherwise: bring only people who did. Nobody who has
          unsubscribed is subscribed again.
        </li>
        <li>Columns that are nothing of this become fields of your own, if you like.</li>
        <li>Rows that cannot be taken are listed at the end, with the reason, for you to mend.</li>
      </ul>
    </ImportDialog>
  )
}
