import type { BroadcastListItem } from '@posthorn/contract/broadcasts/replies'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { faultOf } from '#api/failure.ts'
import { queryOf, useChange } from '#api/queries.ts'
import { FormDialog } from '#form/form-dialog.tsx'
import { SelectField, TextField } from '#form/inputs.tsx'
import { firstName, firstSender } from './first-values.ts'

const kinds = [
  { value: 'email', label: 'Email' },
  { value: 'sms', label: 'SMS' },
]

type Props = {
  /** The newest broadcast; its sender is reused. */
  last: BroadcastListItem | undefined
  onClose: () => void
}

/** Creates a draft and opens it. */
export function CreateBroadcastDialog({ last, onClose }: Props) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const create = useChange('createBroadcast', {
    isOnce: true,
    renews: ['listBroadcasts'],
    isQuiet: true,
    onDone: ({ id }) => navigate({ to: '/broadcasts/$id', params: { id } }),
  })
  const senderOf = async (channel: 'email' | 'sms') => {
    const before = last && (await client.ensureQueryData(queryOf('getBroadcast', { params: { id: last.id } })))
    const sender = before?.channel === channel ? before.from : undefined
    if (sender !== undefined || channel === 'sms') return sender
    return firstSender((await client.ensureQueryData(queryOf('listDomains'))).data)
  }
  const submit = async (value: (name: string) => string) => {
    const channel = value('channel') === 'sms' ? 'sms' : 'email'
    // The draft can also be created without a sender.
    const from = await senderOf(channel).catch(() => undefined)
    create.mutate({ body: { name: value('name').trim(), channel, ...(from && { from }) } })
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
        hint="Only visible to your team."
        fault={faultOf(create.error, 'name')}
      />
      <SelectField label="Channel" name="channel" options={kinds} fault={faultOf(create.error, 'channel')} />
    </FormDialog>
  )
}
