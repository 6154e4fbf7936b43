import type { Contact } from '@posthorn/contract/audience/contacts'
import { useNavigate } from '@tanstack/react-router'
import { Download, Eraser, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { hrefOf } from '#api/call.ts'
import { faultOf } from '#api/failure.ts'
import { useCall, useChange } from '#api/queries.ts'
import { useMay } from '#api/session.ts'
import { Button, DownloadButton } from '#button/button.tsx'
import { ConfirmDialog } from '#dialog/confirm-dialog.tsx'
import { FormDialog } from '#form/form-dialog.tsx'
import { TextField } from '#form/inputs.tsx'
import { contactTitle } from '../contacts/contact-name.ts'
import { inputNames, PropertyInputs, readInputs } from '../contacts/property-inputs.tsx'
import { EraseDialog } from './erase-dialog.tsx'

export function ContactActions({ contact }: { contact: Contact }) {
  const mayWrite = useMay('contacts:write')
  const mayErase = useMay('contacts:erase')
  const [open, setOpen] = useState<'edit' | 'delete' | 'erase'>()
  const close = () => setOpen(undefined)
  if (!mayWrite) return null
  return (
    <>
      {mayErase && (
        <>
          <DownloadButton
            icon={Download}
            href={hrefOf('exportContact', { params: { id: contact.id } })}
            download="contact.zip"
          >
            Export
          </DownloadButton>
          <Button icon={Eraser} tone="danger" onClick={() => setOpen('erase')}>
            Erase…
          </Button>
        </>
      )}
      <Button icon={Trash2} tone="danger" onClick={() => setOpen('delete')}>
        Delete
      </Button>
      <Button icon={Pencil} onClick={() => setOpen('edit')}>
        Edit
      </Button>
      {open === 'edit' && <EditDialog contact={contact} onClose={close} />}
      {open === 'erase' && <EraseDialog contact={contact} onClose={close} />}
      {open === 'delete' && <DeleteDialog contact={contact} onClose={close} />}
    </>
  )
}

function EditDialog({ contact, onClose }: { contact: Contact; onClose: () => void }) {
  const update = useChange('updateContact', {
    done: 'Saved.',
    renews: ['getContact', 'listContacts', 'listContactHistory'],
    isQuiet: true,
    onDone: onClose,
  })
  const { data: declared } = useCall('listContactFields')
  const own = declared?.data ?? []
  const send = (value: (name: string) => string) =>
    update.mutate({
      params: { id: contact.id },
      body: {
        first_name: value('first_name').trim(),
        last_name: value('last_name').trim(),
        properties: readInputs(own, value, contact.properties),
      },
    })
  return (
    <FormDialog
      title="Edit contact"
      confirm="Save"
      change={update}
      fields={['first_name', 'last_name', ...inputNames(own)]}
      onSubmit={send}
      onClose={onClose}
    >
      <TextField
        label="First name"
        name="first_name"
        maxLength={256}
        autoComplete="off"
        defaultValue={contact.first_name}
        fault={faultOf(update.error, 'first_name')}
      />
      <TextField
        label="Last name"
        name="last_name"
        maxLength={256}
        autoComplete="off"
        defaultValue={contact.last_name}
        fault={faultOf(update.error, 'last_name')}
      />
      <PropertyInputs fields={own} properties={contact.properties} error={update.error} />
      <p className="text-sm text-faint">
        The email address and phone number identify the contact and cannot be changed. Create a new contact instead.
      </p>
    </FormDialog>
  )
}

function DeleteDialog({ contact, onClose }: { contact: Contact; onClose: () => void }) {
  const navigate = useNavigate()
  const remove = useChange('deleteContact', {
    done: 'Contact deleted.',
    renews: ['listContacts'],
    onDone: () => navigate({ to: '/contacts' }),
  })
  return (
    <ConfirmDialog
      title={`Delete ${contactTitle(contact)}?`}
      confirm="Delete contact"
      isDangerous
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate({ params: { id: contact.id } })}
      onClose={onClose}
    >
      Their consent and topics are deleted. Messages they received are kept; use “Erase…” to remove those too. This
      cannot be undone.
    </ConfirmDialog>
  )
}
