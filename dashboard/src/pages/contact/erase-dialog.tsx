import type { Contact } from '@posthorn/contract/audience/contacts'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useChange } from '#api/queries.ts'
import { FormDialog } from '#form/form-dialog.tsx'
import { TextField } from '#form/inputs.tsx'
import { contactTitle } from '../contacts/contact-name.ts'
import { isTyped, nameToType } from './name-to-type.ts'

export function EraseDialog({ contact, onClose }: { contact: Contact; onClose: () => void }) {
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const erase = useChange('eraseContact', {
    done: 'Erasing. It can take a while until all data is removed.',
    renews: ['listContacts', 'listSuppressions'],
    isQuiet: true,
    onDone: () => navigate({ to: '/contacts' }),
  })
  return (
    <FormDialog
      title={`Erase ${contactTitle(contact)}?`}
      confirm="Erase contact"
      isDangerous
      isDisabled={!isTyped(contact, typed)}
      change={erase}
      fields={[]}
      onSubmit={() => erase.mutate({ params: { id: contact.id } })}
      onClose={onClose}
    >
      <ul className="list-disc space-y-1 pl-5 text-soft">
        <li>Messages to them that have not been sent yet are canceled.</li>
        <li>The contact, messages to them and the events of these messages become unreadable.</li>
        <li>An email to several people is kept, without this person.</li>
        <li>Analytics and credits do not change.</li>
        <li>If they are suppressed or unsubscribed, they stay suppressed. Only a hash of the address is kept.</li>
      </ul>
      <p className="text-soft">This cannot be undone. If they asked for their data, export it first.</p>
      <TextField
        label={`Type ${nameToType(contact)} to confirm`}
        name="name"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={event => setTyped(event.target.value)}
      />
    </FormDialog>
  )
}
