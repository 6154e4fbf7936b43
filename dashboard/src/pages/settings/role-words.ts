import { mayAssign, type Role, roles } from '@posthorn/contract/console/permissions'
import { inWords } from '#status/message-status.tsx'

export const roleWords: Record<Role, string> = {
  owner: 'Everything, and decides who owns',
  admin: 'Everything but deciding who owns',
  developer: 'Messages, contacts, keys and domains',
  viewer: 'Looks, changes nothing',
}

/** The roles that somebody of this one may give. */
export const assignable = (own: Role): { value: Role; label: string }[] =>
  roles.filter(role => mayAssign(own, role)).map(role => ({ value: role, label: inWords(role) }))

export const roleOf = (text: string): Role => roles.find(role => role === text) ?? 'viewer'
