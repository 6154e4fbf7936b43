import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { faultOf } from '#api/failure.ts'
import { useCall, useChange } from '#api/queries.ts'
import { FormDialog } from '#form/form-dialog.tsx'
import { CheckField, TextField } from '#form/inputs.tsx'
import { inputNames, PropertyInputs, readInputs } from './property-inputs.tsx'

const fields = ['email', 'phone_number', 'first_name', 'last_name']

export function CreateContactDialog({ onClose }: { onClose: () => void }) {
  const [isBare, setBare] = useState(false)
  const navigate = useNavigate()
  const create = useChange('createContact', {
    isOnce: true,
    done: 'Contact created.',
    renews: ['listContacts'],
    isQuiet: true,
    onDone: ({ id }) => {
      onClose()
      navigate({ to: '/contacts/$id', params: { id } })
    },
  })
  const { data: declared } = useCall('listContactFields')
  const own = declared?.data ?? []
  const send = (value: (name: string) => string) => {
    const given = fields.map(name => [name, value(name).trim()] as const).filter(([, text]) => text)
    const texts: Record<string, string> = Object.fromEntries(given)
    setBare(!texts.email && !texts.phone_number)
    if (!texts.email && !texts.phone_number) return
    const body = {
      ...texts,
      email_subscribed: value('email_subscribed') === 'on',
      sms_subscribed: value('sms_subscribed') === 'on',
      properties: readInputs(own, value),
    }
    create.mutate({ body })
  }
  return (
    <FormDialog
      title="New contact"
      confirm="Create contact"
      change={create}
      fields={[...fields, ...inputNames(own)]}
      onSubmit={send}
      onClose={onClose}
    >
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="off"
        placeholder="ada@example.com"
        fault={faultOf(create.error, 'email') ?? (isBare ? 'Enter an email address or a phone number.' : undefined)}
      />
      <TextField
        label="Phone number"
        name="phone_number"
        type="tel"
        autoComplete="off"
        placeholder="+14155552671"
        hint="With + and the country code."
        fault={faultOf(create.error, 'phone_number')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="First name" name="first_name" maxLength={256} autoComplete="off" />
        <TextField label="Last name" name="last_name" maxLength={256} autoComplete="off" />
      </div>
      <PropertyInputs fields={own} error={create.error} />
      <div>
        <CheckField label="Agreed to broadcast email" name="email_subscribed" defaultChecked />
        <CheckField label="Agreed to text messages" name="sms_subscribed" defaultChecked />
      </div>
    </FormDialog>
  )
}
