import { type Static, Type } from 'typebox'
import { operation } from '../operation.ts'
import { Acknowledgment, EmailAddress, Id, Name, PathId, Timestamp } from '../scalars.ts'
import { List, Password, Role, Token } from './scalars.ts'

export const Member = Type.Object({
  id: Type.String({ ...Id, description: 'The id of the person.' }),
  name: Type.String(),
  email: EmailAddress,
  role: Role,
  has_totp: Type.Boolean(),
  from_groups: Type.Boolean({
    description:
      'The role comes from the groups of the person at the sign-in provider, and is set again at each sign-in.',
  }),
  joined_at: Timestamp,
})
export type Member = Static<typeof Member>

const invitation = {
  id: Id,
  email: EmailAddress,
  role: Role,
  created_at: Timestamp,
  expires_at: Timestamp,
}
export const Invitation = Type.Object(invitation)
export type Invitation = Static<typeof Invitation>

const params = Type.Object({ id: PathId })

export const memberOperations = {
  listMembers: operation({
    id: 'listMembers',
    method: 'GET',
    path: '/console/members',
    summary: 'List the members of the organization',
    access: 'member',
    permission: 'console:read',
    reply: List(Member),
    refusals: [],
  }),
  changeMember: operation({
    id: 'changeMember',
    method: 'PATCH',
    audit: 'member.role_changed',
    path: '/console/members/{id}',
    summary: 'Give a member another role',
    description: 'Only owners can add, change and remove owners. The last owner cannot be removed.',
    access: 'member',
    permission: 'members:manage',
    params,
    body: Type.Object({ role: Role }),
    reply: Member,
    refusals: ['invalid_state'],
  }),
  removeMember: operation({
    id: 'removeMember',
    method: 'DELETE',
    audit: 'member.removed',
    path: '/console/members/{id}',
    summary: 'Remove a member from the organization',
    access: 'member',
    permission: 'members:manage',
    params,
    reply: Acknowledgment,
    refusals: ['invalid_state'],
  }),
  leaveOrganization: operation({
    id: 'leaveOrganization',
    method: 'POST',
    audit: 'member.left',
    path: '/console/leave',
    summary: 'Leave the organization',
    access: 'member',
    permission: 'console:read',
    reply: Acknowledgment,
    refusals: ['invalid_state'],
  }),
  listInvitations: operation({
    id: 'listInvitations',
    method: 'GET',
    path: '/console/invitations',
    summary: 'List open invitations',
    access: 'member',
    permission: 'members:manage',
    reply: List(Invitation),
    refusals: [],
  }),
  inviteMember: operation({
    id: 'inviteMember',
    method: 'POST',
    audit: 'invitation.created',
    path: '/console/invitations',
    summary: 'Invite a person by email address',
    description:
      'A new invitation replaces the previous one to the same address. If the installation can send mail of its own, it mails the link; otherwise the answer contains the link, this once.',
    access: 'member',
    permission: 'members:manage',
    body: Type.Object({ email: EmailAddress, role: Role }),
    reply: Type.Object({
      ...invitation,
      link: Type.Optional(
        Type.String({
          description:
            'The link to pass on to the invited person. Works once, for seven days. Left out when it was mailed.',
        }),
      ),
    }),
    status: 201,
    refusals: ['invalid_state'],
  }),
  revokeInvitation: operation({
    id: 'revokeInvitation',
    method: 'DELETE',
    audit: 'invitation.revoked',
    path: '/console/invitations/{id}',
    summary: 'Revoke an invitation',
    access: 'member',
    permission: 'members:manage',
    params,
    reply: Acknowledgment,
    refusals: [],
  }),
  readInvitation: operation({
    id: 'readInvitation',
    method: 'POST',
    audit: { never: 'it changes nothing' },
    path: '/console/invitations/read',
    summary: 'Read an invitation by the token of its link',
    access: 'anyone',
    body: Type.Object({ token: Token }),
    reply: Type.Object({
      organization_name: Type.String(),
      email: EmailAddress,
      role: Role,
      has_account: Type.Boolean({
        description: 'True when the address has an account. Accepting then requires being signed in with that address.',
      }),
    }),
    refusals: ['not_found'],
  }),
  acceptInvitation: operation({
    id: 'acceptInvitation',
    method: 'POST',
    audit: 'member.joined',
    path: '/console/invitations/accept',
    summary: 'Join an organization',
    description:
      'With a session, the signed-in person joins if the address is theirs. Without a session, name and password create a new person, who is signed in.',
    access: 'anyone',
    body: Type.Object({ token: Token, name: Type.Optional(Name), password: Type.Optional(Password) }),
    reply: Type.Object({ organization_id: Id }),
    refusals: ['not_found', 'invalid_state'],
  }),
} as const
