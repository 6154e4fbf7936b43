import type { Invitation } from '@posthorn/contract/console/members'
import { mayAssign } from '@posthorn/contract/console/permissions'
import { useCall, useChange } from '#api/queries.ts'
import { useOrganization } from '#api/session.ts'
import { Button } from '#button/button.tsx'
import { inWords } from '#status/message-status.tsx'
import { type Column, Table } from '#table/table.tsx'
import { Time } from '#time/time.tsx'

const columns: readonly Column<Invitation>[] = [
  { head: 'Invited', cell: ({ email }) => <span className="block truncate font-medium">{email}</span> },
  { head: 'Role', cell: ({ role }) => inWords(role) },
  { head: 'Expires', cell: it => <Time at={it.expires_at} />, isNumber: true, isWide: true, className: 'text-soft' },
  { head: '', cell: invitation => <Withdraw invitation={invitation} />, isNumber: true, className: 'w-px' },
]

/** Invitations that have not been accepted yet. */
export function Invitations() {
  const invitations = useCall('listInvitations').data?.data ?? []
  if (invitations.length === 0) return null
  return (
    <section className="mt-6">
      <h2 className="mb-2 font-semibold">Pending invitations</h2>
      <Table label="Pending invitations" rows={invitations} columns={columns} idOf={({ id }) => id} />
    </section>
  )
}

function Withdraw({ invitation: { id, email, role } }: { invitation: Invitation }) {
  const own = useOrganization().role
  const revoke = useChange('revokeInvitation', {
    done: `Invitation for ${email} withdrawn.`,
    renews: ['listInvitations'],
  })
  if (!mayAssign(own, role)) return null
  return (
    <Button
      isSmall
      tone="quiet"
      aria-label={`Withdraw invitation for ${email}`}
      isBusy={revoke.isPending}
      onClick={() => revoke.mutate({ params: { id } })}
    >
      Withdraw
    </Button>
  )
}
