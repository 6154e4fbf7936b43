/** Who may do what in the console: one table, which the server enforces and the dashboard shows. */
import { type Permission, permissionPresets, permissions } from '../permissions.ts'

/** What only a person may do, beside what an API key may. */
export const consolePermissions = [
  'console:read',
  'keys:manage',
  'members:manage',
  'settings:manage',
  'billing:read',
] as const
export type ConsolePermission = (typeof consolePermissions)[number]

export const roles = ['owner', 'admin', 'developer', 'viewer'] as const
export type Role = (typeof roles)[number]

export type Rights = { api: readonly Permission[]; console: readonly ConsolePermission[] }

/** The log has names and addresses of everybody: it is for those who answer for them. */
const ofDevelopers = permissions.filter(permission => permission !== 'audit:read')

/** An admin may do all that an owner may, but neither make, change nor remove owners (see `mayAssign`). */
export const rightsOf: Record<Role, Rights> = {
  owner: { api: permissions, console: consolePermissions },
  admin: { api: permissions, console: consolePermissions },
  developer: { api: ofDevelopers, console: ['console:read', 'keys:manage'] },
  viewer: { api: permissionPresets.read_access, console: ['console:read'] },
}

/** Whether somebody of this role may give, change or take away the other one. */
export const mayAssign = (own: Role, other: Role): boolean => own === 'owner' || (own === 'admin' && other !== 'owner')

export const mayDo = (role: Role, permission: Permission | ConsolePermission): boolean =>
  [...rightsOf[role].api, ...rightsOf[role].console].some(one => one === permission)
