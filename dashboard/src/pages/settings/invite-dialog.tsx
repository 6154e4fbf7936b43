import { useState } from 'react'
import { faultOf } from '#api/failure.ts'
import type { Reply } from '#api/operation-types.ts'
import { useChange } from '#api/queries.ts'
import { useOrganization } from '#api/session.ts'
import { Button } from '#button/button.tsx'
import { CopyButton } from '#code/copy-button.tsx'
import { Dialog } from '#dialog/dialog.tsx'
import { FormDialog } from '#form/form-dialog.tsx'
import { SelectField, TextField } from '#form/inputs.tsx'
import { Time } from '#time/time.tsx'
import { assignable, roleOf, roleWords } from './role-words.ts'

/** Creates an invitation. If the installation cannot send its own email, the link is shown once. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const own = useOrganization().role
  const [role, setRole] = useState(roleOf('developer'))
  const [made, setMade] = useState<Reply<'inviteMember'>>()
  const invite = useChange('inviteMember', { renews: ['listInvitations'], isQuiet: true, onDone: setMade })
  if (made) return <InvitationLink invitation={made} onClose={onClose} />
  return (
    <FormDialog
      title="Invite member"
      confirm="Invite"
      change={invite}
      fields={['email']}
      onSubmit={value => invite.mutate({ body: { email: value('email').trim(), role } })}
      onClose={onClose}
    >
      <TextField
        label="Email"
        name="email"
        type="email"
        required
        autoComplete="off"
        placeholder="ada@example.com"
        hint="The address they sign in with."
        fault={faultOf(invite.error, 'email')}
      />
      <SelectField
        label="Role"
        options={assignable(own)}
        value={role}
        hint={roleWords[role]}
        onChange={event => setRole(roleOf(event.target.value))}
      />
    </FormDialog>
  )
}

function InvitationLink({ invitation, onClose }: { invitation: Reply<'inviteMember'>; onClose: () => void }) {
  const footer = (
    <Button tone="primary" onClick={onClose}>
      Done
    </Button>
  )
  const { email, link, expires_at } = invitation
  if (link === undefined)
    return (
      <Dialog title={`Invitation for ${email}`} onClose={onClose} footer={footer}>
        <p className="text-soft">
          The invitation link was sent to {email}. It works once, until <Time at={expires_at} isExact />.
        </p>
      </Dialog>
    )
  return (
    <Dialog title={`Invitation for ${email}`} onClose={onClose} isSticky footer={footer}>
      <div className="space-y-4">
        <p className="text-soft">
          Send this link to {email}. It works once, until <Time at={expires_at} isExact />.{' '}
          <span className="font-medium text-ink">It is shown only once.</span>
        </p>
        <div className="flex items-center gap-2 rounded-lg border border-accent bg-sunken py-2 pr-2 pl-3">
          <code className="min-w-0 grow font-mono text-xs break-all select-all">{link}</code>
          <CopyButton text={link} label="Copy link">
            Copy
          </CopyButton>
        </div>
      </div>
    </Dialog>
  )
}
