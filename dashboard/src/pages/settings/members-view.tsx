import type { Member } from '@posthorn/contract/console/members'
import { mayAssign } from '@posthorn/contract/console/permissions'
import type { Instance } from '@posthorn/contract/console/session'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useCall, useChange } from '#api/queries.ts'
import { useMay, useOrganization, useSession } from '#api/session.ts'
import { Button } from '#button/button.tsx'
import { ConfirmDialog } from '#dialog/confirm-dialog.tsx'
import { Loaded } from '#empty/loaded.tsx'
import { SkeletonRows } from '#empty/skeleton.tsx'
import { Select } from '#form/inputs.tsx'
import { Badge } from '#status/badge.tsx'
import { inWords } from '#status/message-status.tsx'
import { type Column, Table } from '#table/table.tsx'
import { Time } from '#time/time.tsx'
import { Invitations } from './invitations.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { accessEnds } from './removal-words.ts'
import { assignable, roleOf, roleWords } from './role-words.ts'

const columns: readonly Column<Member>[] = [
  {
    head: 'Member',
    cell: member => (
      <>
        <Who {...member} />
        <span className="mt-1 block md:hidden">
          <RoleChoice member={member} />
        </span>
      </>
    ),
  },
  { head: 'Role', cell: member => <RoleChoice member={member} />, isWide: true },
  {
    head: 'Two-factor',
    cell: ({ has_totp }) => <Badge tone={has_totp ? 'good' : 'plain'}>{has_totp ? 'App' : 'None'}</Badge>,
    isWide: true,
  },
  { head: 'Joined', cell: it => <Time at={it.joined_at} />, isNumber: true, isWide: true, className: 'text-soft' },
  { head: '', cell: member => <RemoveMember member={member} />, isNumber: true, className: 'w-px' },
]

/** The members of the organization and pending invitations. */
export function MembersView() {
  const members = useCall('listMembers')
  const mayManage = useMay('members:manage')
  const [isInviting, setInviting] = useState(false)
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <p className="text-soft">All members see the same messages. Their role determines what they can change.</p>
        {mayManage && (
          <Button icon={UserPlus} tone="primary" onClick={() => setInviting(true)}>
            Invite
          </Button>
        )}
      </div>
      <Loaded
        query={members}
        skeleton={
          <div className="card">
            <SkeletonRows rows={3} />
          </div>
        }
      >
        {({ data }) => <Table label="Members" rows={data} columns={columns} idOf={({ id }) => id} />}
      </Loaded>
      {mayManage && <Invitations />}
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
    </>
  )
}

function Who({ id, name, email, from_groups }: Member) {
  const { person, instance } = useSession()
  return (
    <>
      <span className="block truncate font-medium">
        {name}
        {id === person.id && <span className="font-normal text-faint"> (you)</span>}
      </span>
      <span className="block truncate text-sm text-soft">{email}</span>
      {from_groups && <span className="block text-sm text-faint">Role from groups at {nameOfProvider(instance)}</span>}
    </>
  )
}

const nameOfProvider = ({ provider }: Instance): string => provider?.name ?? 'the provider'

/** Whether the current person may manage this member. */
function useMayDecide({ role }: Member): boolean {
  const own = useOrganization().role
  return useMay('members:manage') && mayAssign(own, role)
}

function RoleChoice({ member }: { member: Member }) {
  const { role } = useOrganization()
  const mayDecide = useMayDecide(member)
  const change = useChange('changeMember', {
    done: ({ name, role }) => `${name} is now ${role}.`,
    renews: ['listMembers', 'getSession'],
  })
  if (!mayDecide) return <span title={roleWords[member.role]}>{inWords(member.role)}</span>
  return (
    <Select
      aria-label={`Role of ${member.name}`}
      className="w-32"
      options={assignable(role)}
      value={member.role}
      disabled={change.isPending}
      onChange={event => change.mutate({ params: { id: member.id }, body: { role: roleOf(event.target.value) } })}
    />
  )
}

function RemoveMember({ member }: { member: Member }) {
  const { person, instance } = useSession()
  const provider = nameOfProvider(instance)
  const { name: organization } = useOrganization()
  const [isOpen, setOpen] = useState(false)
  const mayDecide = useMayDecide(member)
  const isSelf = member.id === person.id
  const close = () => setOpen(false)
  const remove = useChange('removeMember', {
    done: `${member.name} removed.`,
    renews: ['listMembers'],
    onDone: close,
  })
  const leave = useChange('leaveOrganization', { onDone: () => location.assign('/') })
  if (!mayDecide && !isSelf) return null
  return (
    <div className="flex justify-end text-left">
      <Button
        isSmall
        tone="quiet"
        aria-label={isSelf ? `Leave ${organization}` : `Remove ${member.name}`}
        onClick={() => setOpen(true)}
      >
        {isSelf ? 'Leave' : 'Remove'}
      </Button>
      {isOpen && (
        <ConfirmDialog
          title={isSelf ? `Leave ${organization}?` : `Remove ${member.name}?`}
          confirm={isSelf ? 'Leave' : 'Remove member'}
          isDangerous
          isBusy={remove.isPending || leave.isPending}
          onConfirm={() => (isSelf ? leave.mutate({}) : remove.mutate({ params: { id: member.id } }))}
          onClose={close}
        >
          {accessEnds(organization, { isSelf, isFromGroups: member.from_groups, provider })} API keys keep working.
        </ConfirmDialog>
      )}
    </div>
  )
}
