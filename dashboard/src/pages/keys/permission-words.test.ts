import { permissionPresets, permissions } from '@posthorn/contract/permissions'
import { expect, test } from 'vitest'
import { presetOf, summaryOf, toggled } from './permission-words.ts'

test.each(['full_access', 'sending_access', 'read_access'] as const)('%s is recognized in any order', name => {
  expect(presetOf([...permissionPresets[name]].reverse())).toBe(name)
})

test('one permission more or less makes it custom', () => {
  expect(presetOf([...permissionPresets.sending_access, 'sms:read'])).toBe('custom')
  expect(presetOf(permissions.slice(1))).toBe('custom')
  expect(summaryOf(['emails:send', 'contacts:read'])).toBe('emails:send, contacts:read')
})

test('a permission is toggled on and off', () => {
  expect(toggled(['sms:read'], 'emails:send')).toEqual(['emails:send', 'sms:read'])
  expect(toggled(['emails:send', 'sms:read'], 'sms:read')).toEqual(['emails:send'])
})
