import { useState } from 'react'
import { faultOf } from '#api/failure.ts'
import type { Reply } from '#api/operation-types.ts'
import { useChange } from '#api/queries.ts'
import { Button, buttonLook } from '#button/button.tsx'
import { CopyButton } from '#code/copy-button.tsx'
import { Dialog } from '#dialog/dialog.tsx'
import { FormDialog } from '#form/form-dialog.tsx'
import { TextField } from '#form/inputs.tsx'
import { BackupCodes } from './backup-codes.tsx'
import { PasswordDialog } from './password-dialog.tsx'

/** Three steps: the password, the secret with a first code from the app, the backup codes. */
export function EnrolDialog({ onClose }: { onClose: () => void }) {
  const [begun, setBegun] = useState<Reply<'startTotp'>>()
  const [isOn, setOn] = useState(false)
  const start = useChange('startTotp', { isQuiet: true, onDone: setBegun })

  if (!begun)
    return (
      <PasswordDialog title="Set up two-factor authentication" confirm="Continue" change={start} onClose={onClose}>
        You need an authenticator app, such as the one built into your password manager.
      </PasswordDialog>
    )
  if (!isOn) return <SecretDialog {...begun} onOn={() => setOn(true)} onClose={onClose} />
  const footer = (
    <Button tone="primary" onClick={onClose}>
      I have saved the codes
    </Button>
  )
  return (
    <Dialog title="Two-factor authentication is on" onClose={onClose} isSticky footer={footer}>
      <BackupCodes codes={begun.backup_codes} />
    </Dialog>
  )
}

type SecretProps = { uri: string; secret: string; onOn: () => void; onClose: () => void }

function SecretDialog({ uri, secret, onOn, onClose }: SecretProps) {
  const confirm = useChange('confirmTotp', {
    done: 'Two-factor authentication is on.',
    renews: ['getSession', 'listMembers'],
    isQuiet: true,
    onDone: onOn,
  })
  return (
    <FormDialog
      title="Set up two-factor authentication"
      confirm="Turn on"
      change={confirm}
      fields={['code']}
      onSubmit={value => confirm.mutate({ body: { code: value('code').replaceAll(/\s/g, '') } })}
      onClose={onClose}
    >
      <div>
        <p className="mb-2 text-soft">Enter this secret in your authenticator app:</p>
        <div className="flex items-center gap-2 rounded-lg border border-line bg-sunken py-2 pr-2 pl-3">
          <code className="min-w-0 grow font-mono text-sm tracking-wide select-all">{inFours(secret)}</code>
          <CopyButton text={secret} label="Copy secret">
            Copy
          </CopyButton>
        </div>
        <p className="mt-2 flex flex-wrap items-center gap-2 text-sm text-soft">
          Is the app on this device?
          <a href={uri} className={buttonLook({ isSmall: true, children: uri })}>
            Open in app
          </a>
          <CopyButton text={uri} label="Copy otpauth URL">
            Copy as URL
          </CopyButton>
        </p>
      </div>
      <TextField
        label="Code from the app"
        name="code"
        required
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        className="max-w-40 font-mono tracking-widest"
        fault={faultOf(confirm.error, 'code')}
      />
    </FormDialog>
  )
}

/** Groups of four are easier to type. */
const inFours = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? secret
