import { type Permission, type PermissionPreset, permissionPresets, permissions } from '@posthorn/contract/permissions'

/** What each permission allows. */
export const permissionWords: Record<Permission, string> = {
  'emails:send': 'Send, cancel and reschedule emails',
  'emails:read': 'Read emails with their content',
  'emails:delete': 'Delete emails permanently',
  'sms:send': 'Send text messages',
  'sms:read': 'Read text messages',
  'contacts:read': 'Read contacts, topics and suppressions',
  'contacts:write': 'Change contacts and suppressions',
  'contacts:erase': 'Export and erase everything about a person',
  'topics:write': 'Change topics',
  'templates:read': 'Read and preview templates',
  'templates:write': 'Change templates',
  'broadcasts:read': 'Read broadcasts and their results',
  'broadcasts:write': 'Write, send and cancel broadcasts',
  'workflows:write': 'Build and run workflows, which can read contacts',
  'webhooks:read': 'Read webhooks and all events, including contact events',
  'webhooks:write': 'Change webhooks, which can receive any event',
  'domains:read': 'Read sender domains',
  'domains:write': 'Add, verify and remove sender domains',
  'keys:write': 'Create and revoke API keys with no more permissions than this one',
  'account:read': 'Read credits, limits, retention and analytics',
  'requests:read': 'See the latest requests of all keys',
  'audit:read': 'See who changed what in the organization',
  'retention:write': 'Change how long data is kept',
}

export type PresetName = PermissionPreset | 'custom'
export const presets: readonly { value: PresetName; label: string }[] = [
  { value: 'full_access', label: 'Full access' },
  { value: 'sending_access', label: 'Sending' },
  { value: 'read_access', label: 'Read only' },
  { value: 'custom', label: 'Custom' },
]

/** The preset with exactly these permissions. */
export function presetOf(given: readonly Permission[]): PresetName {
  const names = presets.map(({ value }) => value)
  const isSame = (preset: readonly Permission[]) =>
    preset.length === given.length && preset.every(one => given.includes(one))
  return names.find(name => name !== 'custom' && isSame(permissionPresets[name])) ?? 'custom'
}

/** In list order, without duplicates. */
export const toggled = (given: readonly Permission[], permission: Permission): Permission[] =>
  permissions.filter(one => (one === permission ? !given.includes(one) : given.includes(one)))

export const summaryOf = (given: readonly Permission[]): string => {
  const preset = presetOf(given)
  return preset === 'custom' ? given.join(', ') : (presets.find(({ value }) => value === preset)?.label ?? preset)
}
