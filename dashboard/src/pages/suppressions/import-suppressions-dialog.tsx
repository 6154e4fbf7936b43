import { call } from '#api/call.ts'
import type { ImportField, ImportRow } from '#csv-import/fields.ts'
import { ImportDialog } from '#csv-import/import-dialog.tsx'
import { reasons } from './reasons.ts'

const fields: readonly ImportField[] = [
  { name: 'email', label: 'Email', knownAs: ['mail', 'emailaddress', 'address', 'recipient'] },
  { name: 'reason', label: 'Reason', knownAs: ['type', 'cause', 'kind'] },
]
const needed = ['email']

const send = (rows: ImportRow[]) => call('importSuppressions', { body: { rows } })

export const ImportSuppressionsDialog = ({ onClose }: { onClose: () => void }) => (
  <ImportDialog title="Import suppressions" fields={fields} needed={needed} send={send} onClose={onClose}>
    <ul className="list-disc space-y-1 pl-5">
      <li>
        Each row needs an email address. Addresses already on the list do not change, unless the row says the person
        unsubscribed or complained.
      </li>
      <li>A column can give the reason: {reasons.map(({ value }) => value).join(', ')}. The default is manual.</li>
    </ul>
  </ImportDialog>
)
