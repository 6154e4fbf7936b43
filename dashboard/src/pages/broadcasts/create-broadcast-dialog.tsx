import type { BroadcastListItem } from '@posthorn/contract/broadcasts/replies'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { faultOf } from '#api/failure.ts'
import { queryOf, useCall, useChange } from '#api/queries.ts'
import { FormDialog } from '#form/form-dialog.tsx'
import { SelectField, TextField } from '#form/inputs.tsx'
import { firstName, firstSender } from './first-values.ts'

const kinds = [
  { value: 'email', label: 'An email' },
  { value: 'sms', label: 'A text message' },
]

type Props = {
  /** The newest one, whose sender is taken. */
  last: BroadcastListItem | undefined
  onClose: () => void
}

/** A draft, opened where it is written. */
export function CreateBroadcastDialog({ last, onClose }: Props) {
  const navigate = useNavigate()
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const domains = useCall('listDomains').data?.data ?? []
  const before = useQuery({ ...queryOf('getBroadcast', { params: { id: last?.id ?? '' } }), enabled: !!last }).data
  const create = useChange('createBroadcast', {
    renews: ['listBroadcasts'],
    isQuiet: true,
    onDone: ({ id }) => {
      onClose()
      navigate({ to: '/broadcasts/$id', params: { id } })
    },
  })
  const submit = (value: (name: string) => string) => {
    const channel = value('channel') === 'sms' ? 'sms' : 'email'
    const lastSender = before?.channel === channel ? before.from : undefined
    const from = channel === 'email' ? firstSender(lastSender, domains) : lastSender
    create.mutate({ body: { name: value('name').trim(), channel, ...(from && { from }) }, idempotencyKey })
  }
  return (
    <FormDialog
      title="New broadcast"
      confirm="Create draft"
      change={create}
      fields={['name', 'channel']}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Name"
        name="name"
        required
        maxLength={200}
        defaultValue={firstName(Date.now())}
        hint="For you; recipients do not see it."
        fault={faultOf(create.error, 'name')}
      />
      <SelectField label="What" name="channel" options={kinds} fault={faultOf(create.error, 'channel')} />
    </FormDialog>
  )
}
