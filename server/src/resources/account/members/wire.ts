import type { Invitation as WireInvitation, Member as WireMember } from '@posthorn/contract/console/members'
import type { Invitation } from './invitation-store.ts'
import type { listMembers } from './store.ts'

type Row = Awaited<ReturnType<typeof listMembers>>[number]

export const toWireMember = ({ id, name, email, role, hasTotp, fromGroups, joinedAt }: Row): WireMember => ({
  id,
  name,
  email,
  role,
  has_totp: hasTotp,
  from_groups: fromGroups,
  joined_at: joinedAt.toISOString(),
})

export const toWireInvitation = ({ id, email, role, createdAt, expiresAt }: Invitation): WireInvitation => ({
  id,
  email,
  role,
  created_at: createdAt.toISOString(),
  expires_at: expiresAt.toISOString(),
})
