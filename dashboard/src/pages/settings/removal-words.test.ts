import { expect, test } from 'vitest'
import { accessEnds } from './removal-words.ts'

test('somebody removed needs a new invitation', () => {
  const words = accessEnds('Acme', { isSelf: false, isFromGroups: false, provider: 'Keycloak' })

  expect(words).toBe('They lose access to Acme until someone invites them again.')
})

test('a member through a group comes back with the next sign-in', () => {
  const words = accessEnds('Acme', { isSelf: false, isFromGroups: true, provider: 'Keycloak' })

  expect(words).toContain('until the next sign-in with Keycloak')
  expect(words).not.toContain('invites')
})
