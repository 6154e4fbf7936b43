import { expect, test } from 'vitest'
import { ownPath } from './own-path.ts'

const origin = 'https://mail.example.com'

test.each(['/', '/emails?status=failed#top', '/test/contacts', '/emails/a%2Fb'])('%s is allowed', path => {
  expect(ownPath(path, origin)).toBe(path)
})

test.each([
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/\n\\evil.example/emails',
  'https://evil.example',
  'javascript:alert(1)',
  'emails',
  '',
  undefined,
])('%j is ignored', next => {
  expect(ownPath(next, origin)).toBeUndefined()
})

test('the result never leads to another site', () => {
  for (const next of ['/.//evil.example', '/x/..//evil.example', '/%2e/\\evil.example']) {
    const path = ownPath(next, origin)
    expect(path === undefined || new URL(path, origin).origin === origin, `${next} became ${path}`).toBe(true)
  }
})
