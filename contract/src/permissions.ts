/** The permissions of an API key. Every operation names the one it needs. */
export const permissions = [
  'emails:send',
  'emails:read',
  'emails:delete',
  'sms:send',
  'sms:read',
  'contacts:read',
  'contacts:write',
  'contacts:erase',
  'topics:write',
  'templates:read',
  'templates:write',
  'workflows:write',
  'broadcasts:read',
  'broadcasts:write',
  'webhooks:read',
  'webhooks:write',
  'domains:read',
  'domains:write',
  'keys:write',
  'account:read',
  'retention:write',
  'requests:read',
  'audit:read',
] as const

export type Permission = (typeof permissions)[number]

export const permissionPresets = {
  full_access: permissions,
  sending_access: ['emails:send', 'sms:send'],
  read_access: [
    'emails:read',
    'sms:read',
    'contacts:read',
    'templates:read',
    'broadcasts:read',
    'webhooks:read',
    'domains:read',
    'account:read',
    'requests:read',
  ],
} as const satisfies Record<string, readonly Permission[]>

export type PermissionPreset = keyof typeof permissionPresets
