import { call } from '#api/call.ts'
import type { ImportField, ImportRow } from '#csv-import/fields.ts'
import { ImportDialog } from '#csv-import/import-dialog.tsx'

const fields: readonly ImportField[] = [
  {
    name: 'email',
    label: 'Email',
    knownAs: ['mail', 'emailaddress', 'mailaddress', 'emailadresse', 'address', 'contact', 'correo'],
  },
  {
    name: 'phone_number',
    label: 'Number',
    knownAs: ['phone', 'number', 'mobile', 'mobilephone', 'mobilenumber', 'cell', 'cellphone', 'telephone', 'tel'],
  },
  { name: 'first_name', label: 'First name', knownAs: ['firstname', 'givenname', 'forename', 'name', 'vorname'] },
  { name: 'last_name', label: 'Last name', knownAs: ['lastname', 'surname', 'familyname', 'nachname'] },
  {
    name: 'email_subscribed',
    label: 'Agreed to email',
    knownAs: ['emailsubscribed', 'subscribed', 'optin', 'emailoptin', 'emailconsent', 'consent', 'newsletter'],
    isFlag: true,
  },
  {
    name: 'sms_subscribed',
    label: 'Agreed to SMS',
    knownAs: ['smssubscribed', 'smsoptin', 'smsconsent', 'textconsent'],
    isFlag: true,
  },
]
const needed = ['email', 'phone_number']

const send = (rows: ImportRow[]) => call('importContacts', { body: { rows } })

export const ImportContactsDialog = ({ onClose }: { onClose: () => void }) => (
  <ImportDialog title="Import contacts" fields={fields} needed={needed} send={send} onClose={onClose}>
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
