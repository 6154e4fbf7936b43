import { useState } from 'react'
import { useChange } from '#api/queries.ts'
import { useSession } from '#api/session.ts'
import { Button } from '#button/button.tsx'
import { Dialog } from '#dialog/dialog.tsx'
import { Section } from '#layout/page.tsx'
import { Badge } from '#status/badge.tsx'
import { BackupCodes } from './backup-codes.tsx'
import { EnrolDialog } from './enrol-dialog.tsx'
import { PasswordDialog } from './password-dialog.tsx'

/** Two-factor authentication with an authenticator app. */
export function TotpSection() {
  const { has_totp } = useSession().person
  const [open, setOpen] = useState<'enrol' | 'stop' | 'renew'>()
  const close = () => setOpen(undefined)
  return (
    <Section
      title="Two-factor authentication"
      actions={<Badge tone={has_totp ? 'good' : 'plain'}>{has_totp ? 'On' : 'Off'}</Badge>}
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-soft">
          {has_totp
            ? 'Signing in requires a code from your authenticator app.'
            : 'Require a code from an authenticator app in addition to your password.'}
        </p>
        <div className="flex flex-wrap gap-2">
          {has_totp ? (
            <>
              <Button onClick={() => setOpen('renew')}>New backup codes</Button>
              <Button tone="danger" onClick={() => setOpen('stop')}>
                Turn off
              </Button>
            </>
          ) : (
            <Button onClick={() => setOpen('enrol')}>Set up</Button>
          )}
        </div>
      </div>
      {open === 'enrol' && <EnrolDialog onClose={close} />}
      {open === 'stop' && <StopDialog onClose={close} />}
      {open === 'renew' && <RenewDialog onClose={close} />}
    </Section>
  )
}

function StopDialog({ onClose }: { onClose: () => void }) {
  const stop = useChange('stopTotp', {
    done: 'Two-factor authentication is off.',
    renews: ['getSession', 'listMembers'],
    isQuiet: true,
    onDone: onClose,
  })
  return (
    <PasswordDialog
      title="Turn off two-factor authentication"
      confirm="Turn off"
      isDangerous
      change={stop}
      onClose={onClose}
    >
      You will sign in with your password only.
    </PasswordDialog>
  )
}

function RenewDialog({ onClose }: { onClose: () => void }) {
  const [codes, setCodes] = useState<string[]>()
  const renew = useChange('renewBackupCodes', { isQuiet: true, onDone: it => setCodes(it.backup_codes) })
  if (!codes)
    return (
      <PasswordDialog title="New backup codes" confirm="Create new codes" change={renew} onClose={onClose}>
        Your current codes will stop working.
      </PasswordDialog>
    )
  const footer = (
    <Button tone="primary" onClick={onClose}>
      I have saved the codes
    </Button>
  )
  return (
    <Dialog title="New backup codes" onClose={onClose} isSticky footer={footer}>
      <BackupCodes codes={codes} />
    </Dialog>
  )
}
