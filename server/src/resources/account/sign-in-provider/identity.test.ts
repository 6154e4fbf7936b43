import { expect, test } from 'vitest'
import { identityOf } from './identity.ts'

const claims = (others: object) => ({ iss: 'https://id.example.com', sub: '1', email: 'Ada@Example.com', ...others })

test.each([
  ['it says so', { email_verified: true }, [], true],
  ['it says so in words', { email_verified: 'true' }, [], true],
  ['Entra says that the domain is its owner’s', { xms_edov: true }, [], true],
  ['it says no', { email_verified: false }, [], false],
  ['it says no, at a domain that is trusted', { email_verified: false }, ['example.com'], false],
  ['Entra says no, at a domain that is trusted', { xms_edov: 0 }, ['example.com'], false],
  ['it says nothing', {}, [], false],
  ['it says nothing, at a domain that is trusted', {}, ['example.com'], true],
  ['it says nothing, at a part of a domain that is trusted', { email: 'ada@x.example.com' }, ['example.com'], false],
  ['the trusted domain is before the last @', { email: 'ada@example.com@evil.example' }, ['example.com'], false],
  ['it says something else', { email_verified: 'perhaps' }, ['example.com'], false],
])('an address counts only when the provider has verified it: %s', (_what, others, trusted, isProved) => {
  const { email, domain } = identityOf(claims(others), trusted)

  expect(email !== null).toBe(isProved)
  expect(domain !== null).toBe(isProved)
})

test('at Google the domain is the workspace domain, which a private account with such an address does not have', () => {
  const google = { iss: 'https://accounts.google.com', email_verified: true }

  expect(identityOf(claims({ ...google, hd: 'example.com' }), [])).toMatchObject({ domain: 'example.com' })
  expect(identityOf(claims(google), [])).toMatchObject({ email: 'ada@example.com', domain: null })
})

test.each([
  [{ name: ' Ada\u0000\nLovelace ' }, 'Ada Lovelace'],
  [{ preferred_username: 'ada' }, 'ada'],
  [{ name: { first: 'Ada' } }, null],
  [{ name: 'x'.repeat(500) }, 'x'.repeat(100)],
  [{ name: 'x'.repeat(5_000) }, null],
])('a name is one short line: %j', (others, name) => {
  expect(identityOf(claims(others), []).name).toBe(name)
})
