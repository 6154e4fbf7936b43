import { faultOf } from '#api/failure.ts'
import { useChange } from '#api/queries.ts'
import { FormDialog } from '#form/form-dialog.tsx'
import { SelectField, TextField } from '#form/inputs.tsx'
import { reasons } from './reasons.ts'

export function SuppressDialog({ onClose }: { onClose: () => void }) {
  const create = useChange('createSuppression', {
    done: ({ email }) => `No email is sent to ${email} any more.`,
    renews: ['listSuppressions'],
    isQuiet: true,
    onDone: onClose,
  })
  const send = (value: (name: string) => string) =>
    create.mutate({
      body: {
        email: value('email').trim(),
        reason: reasons.find(reason => reason.value === value('reason'))?.value ?? 'manual',
      },
    })
  return (
    <FormDialog
      title="Suppress an address"
      confirm="Suppress"
      change={create}
      fields={['email']}
      onSubmit={send}
      onClose={onClose}
    >
      <TextField
        label="Email"
        name="email"
        type="email"
        required
        autoComplete="off"
        placeholder="gone@example.com"
        hint="From now on no email is sent to it, of whatever kind."
        fault={faultOf(create.error, 'email')}
      />
      <SelectField label="Reason" name="reason" options={reasons} defaultValue="manual" />
    </FormDialog>
  )
}
