import { call } from '#api/call.ts'
import { contactFields, neededOfContact } from '#csv-import/contact-fields.ts'
import type { ImportRow } from '#csv-import/fields.ts'
import { ImportDialog } from '#csv-import/import-dialog.tsx'

const send = (rows: ImportRow[]) => call('importContacts', { body: { rows } })

export const ImportContactsDialog = ({ onClose }: { onClose: () => void }) => (
  <ImportDialog title="Import contacts" fields={contactFields} needed={neededOfContact} send={send} onClose={onClose}>
    <ul className="list-disc space-y-1 pl-5">
      <li>Each row needs an email address or a number. Who is here already is filled in, not doubled.</li>
      <li>
        New contacts count as having agreed unless a column says otherwise: bring only people who did. Nobody who has
        unsubscribed is subscribed again.
      </li>
      <li>Rows that cannot be taken are listed at the end, with the reason, for you to mend.</li>
    </ul>
  </ImportDialog>
)
