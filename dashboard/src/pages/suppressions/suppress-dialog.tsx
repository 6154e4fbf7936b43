import { faultOf } from '#api/failure.ts'
import { useChange } from '#api/queries.ts'
import { FormDialog } from '#form/form-dialog.tsx'
import { SelectField, TextField } from '#form/inputs.tsx'
import { reasons } from './reasons.ts'

export function SuppressDialog({ onClose }: { onClose: () => void }) {
  const create = useChange('createSuppression', {
    done: ({ email }) => `${email} suppressed.`,
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
      title="Suppress address"
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
        hint="No email of any kind will be sent to it."
        fault={faultOf(create.error, 'email')}
      />
      <SelectField label="Reason" name="reason" options={reasons} defaultValue="manual" />
    </FormDialog>
  )
}
