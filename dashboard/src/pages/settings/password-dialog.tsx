import type { ReactNode } from 'react'
import { faultOf } from '#api/failure.ts'
import { FormDialog } from '#form/form-dialog.tsx'
import { TextField } from '#form/inputs.tsx'

type Props = {
  title: string
  confirm: string
  isDangerous?: boolean
  change: { mutate: (input: { body: { password: string } }) => void; isPending: boolean; error: Error | null }
  onClose: () => void
  children: ReactNode
}

/** Asks for the password before an action that an unattended screen must not allow. */
export function PasswordDialog({ change, children, ...dialog }: Props) {
  return (
    <FormDialog
      {...dialog}
      change={change}
      fields={['password']}
      onSubmit={value => change.mutate({ body: { password: value('password') } })}
    >
      <p className="text-soft">{children}</p>
      <TextField
        label="Your password"
        name="password"
        type="password"
        required
        autoComplete="current-password"
        fault={faultOf(change.error, 'password')}
      />
    </FormDialog>
  )
}
