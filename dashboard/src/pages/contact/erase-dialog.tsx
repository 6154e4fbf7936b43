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
    done: 'Being erased. It takes a while until nothing names them any more.',
    renews: ['listContacts', 'listSuppressions'],
    isQuiet: true,
    onDone: () => navigate({ to: '/contacts' }),
  })
  return (
    <FormDialog
      title={`Erase ${contactTitle(contact)}?`}
      confirm="Erase for ever"
      isDangerous
      isDisabled={!isTyped(contact, typed)}
      change={erase}
      fields={[]}
      onSubmit={() => erase.mutate({ params: { id: contact.id } })}
      onClose={onClose}
    >
      <ul className="list-disc space-y-1 pl-5 text-soft">
        <li>What is still to be sent to them is canceled.</li>
        <li>The contact, messages to them and what is known of these become unreadable.</li>
        <li>An email to several people stays, without this person.</li>
        <li>Figures and credits stay as they are.</li>
        <li>If they are suppressed or unsubscribed, they stay suppressed: only a hash is kept.</li>
      </ul>
      <p className="text-soft">This cannot be undone. Export first what they asked for.</p>
      <TextField
        label={`Type ${nameToType(contact)} to go on`}
        name="name"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={event => setTyped(event.target.value)}
      />
    </FormDialog>
  )
}
