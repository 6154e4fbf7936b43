import { mayAssign, type Role, roles } from '@posthorn/contract/console/permissions'
import { inWords } from '#status/message-status.tsx'

export const roleWords: Record<Role, string> = {
  owner: 'Full access, including managing owners',
  admin: 'Full access, except managing owners',
  developer: 'Messages, contacts, keys and domains',
  viewer: 'Read-only access',
}

/** The roles that this role may assign. */
export const assignable = (own: Role): { value: Role; label: string }[] =>
  roles.filter(role => mayAssign(own, role)).map(role => ({ value: role, label: inWords(role) }))

export const roleOf = (text: string): Role => roles.find(role => role === text) ?? 'viewer'
