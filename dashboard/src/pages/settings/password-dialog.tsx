import type { ReactNode } from 'react'
import { faultOf } from '#api/failure.ts'
import { Button } from '#button/button.tsx'
import { Dialog } from '#dialog/dialog.tsx'
import { FormFailure } from '#form/field.tsx'
import { Form } from '#form/form.tsx'
import { TextField } from '#form/inputs.tsx'

type Props = {
  title: string
  confirm: string
  isDangerous?: boolean
  change: { mutate: (input: { body: { password: string } }) => void; isPending: boolean; error: Error | null }
  onClose: () => void
  children: ReactNode
}

/** Asks for the password before something that whoever finds an open screen must not do. */
export function PasswordDialog({ title, confirm, isDangerous, change, onClose, children }: Props) {
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <Button
          tone={isDangerous ? 'danger' : 'primary'}
          type="submit"
          form="password-dialog"
          isBusy={change.isPending}
        >
          {confirm}
        </Button>
      }
    >
      <Form id="password-dialog" onSubmit={value => change.mutate({ body: { password: value('password') } })}>
        <p className="text-soft">{children}</p>
        <TextField
          label="Your password"
          name="password"
          type="password"
          required
          autoComplete="current-password"
          fault={faultOf(change.error, 'password')}
        />
        <FormFailure error={change.error} fields={['password']} />
      </Form>
    </Dialog>
  )
}
