import { useState } from 'react'
import { useChange } from '#api/queries.ts'
import { Button } from '#button/button.tsx'
import { FormFailure } from '#form/field.tsx'
import { Form } from '#form/form.tsx'
import { TextField } from '#form/inputs.tsx'

/** The second factor: a code from the app or a backup code. */
export function CodeForm({ onDone }: { onDone: () => void }) {
  const [kind, setKind] = useState<'totp' | 'backup_code'>('totp')
  const confirm = useChange('confirmSignIn', { isQuiet: true, onDone })
  const other = kind === 'totp' ? 'backup_code' : 'totp'
  return (
    <Form onSubmit={value => confirm.mutate({ body: { kind, code: value('code').replaceAll(' ', '') } })}>
      <TextField
        key={kind}
        label={kind === 'totp' ? 'Code' : 'Backup code'}
        name="code"
        required
        autoFocus
        autoComplete="one-time-code"
        inputMode={kind === 'totp' ? 'numeric' : 'text'}
        maxLength={20}
        className="font-mono tracking-widest"
      />
      <FormFailure error={confirm.error} />
      <Button tone="primary" type="submit" isBusy={confirm.isPending} className="w-full">
        Sign in
      </Button>
      <Button tone="quiet" isSmall onClick={() => setKind(other)} className="w-full">
        {kind === 'totp' ? 'Use a backup code instead' : 'Use the app instead'}
      </Button>
    </Form>
  )
}
