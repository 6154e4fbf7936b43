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
  /** The list that all contacts in the file are added to. */
  segment?: { id: string; name: string }
  onClose: () => void
}

export function ImportContactsDialog({ segment, onClose }: Props) {
  const send = (rows: ImportRow[]) =>
    call('importContacts', { body: { rows: rows.map(toContactRow), ...(segment && { segment_id: segment.id }) } })
  const { data: declared } = useCall('listContactFields')
  const known = declared?.data ?? []
  /** Skips fields that already exist, for example from an interrupted import. */
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
        <li>Each row needs an email address or a phone number. Existing contacts are updated, not duplicated.</li>
        <li>
          New contacts count as subscribed unless a column says otherwise, so import only people who agreed.
          Unsubscribed contacts are not subscribed again.
        </li>
        <li>Other columns can become new contact fields.</li>
        <li>Refused rows are listed at the end with the reason, so that you can correct them.</li>
      </ul>
    </ImportDialog>
  )
}
