import { expect, test } from 'vitest'
import { signupPage } from './signup-page.ts'

const page = {
  brand: { name: 'Acme', color: null, website: null, logo: null },
  name: 'Letters',
  wording: 'Acme may write to me.',
  fields: ['company'],
  topics: [],
  confirms: true,
}

test('a form that was refused says why and keeps what was entered, except in the trap', () => {
  const given = new Map([
    ['email', 'ada@example'],
    ['company', '"><b>Acme</b>'],
    ['trap', 'x'],
  ])

  const shown = signupPage(page, 'trap', '/font.woff2', { problem: 'Email must be an email address.', given })

  expect(shown).toContain('<p class="note" role="alert">Email must be an email address.</p>')
  expect(shown).toContain(' value="ada@example"')
  expect(shown).toContain(' value="&quot;&gt;&lt;b&gt;Acme&lt;/b&gt;"')
  expect(shown).not.toContain('value="x"')
})

test('a form that nobody has sent is empty', () => {
  expect(signupPage(page, 'trap', '/font.woff2')).not.toContain(' value=')
})
