import { faultOf } from '#api/failure.ts'
import { useChange } from '#api/queries.ts'
import { Button } from '#button/button.tsx'
import { Dialog } from '#dialog/dialog.tsx'
import { FormFailure } from '#form/field.tsx'
import { Form } from '#form/form.tsx'
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
    <Dialog
      title="Suppress an address"
      onClose={onClose}
      footer={
        <Button tone="primary" type="submit" form="suppress" isBusy={create.isPending}>
          Suppress
        </Button>
      }
    >
      <Form id="suppress" onSubmit={send}>
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
        <FormFailure error={create.error} fields={['email']} />
      </Form>
    </Dialog>
  )
}
