/** The permissions of each role in the console. The server enforces this table and the dashboard shows it. */
import { type Permission, permissionPresets, permissions } from '../permissions.ts'

/** Permissions that only people can have, besides those of API keys. */
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

/** Without the audit log, which has the names and addresses of all members. */
const ofDevelopers = permissions.filter(permission => permission !== 'audit:read')

/** Admins have the permissions of owners, but cannot add, change or remove owners (see `mayAssign`). */
export const rightsOf: Record<Role, Rights> = {
  owner: { api: permissions, console: consolePermissions },
  admin: { api: permissions, console: consolePermissions },
  developer: { api: ofDevelopers, console: ['console:read', 'keys:manage'] },
  viewer: { api: permissionPresets.read_access, console: ['console:read'] },
}

/** Whether a member with the role `own` can give, change or remove the role `other`. */
export const mayAssign = (own: Role, other: Role): boolean => own === 'owner' || (own === 'admin' && other !== 'owner')

export const mayDo = (role: Role, permission: Permission | ConsolePermission): boolean =>
  [...rightsOf[role].api, ...rightsOf[role].console].some(one => one === permission)
