import { expect, test } from 'vitest'
import { snippetOf } from './snippet.ts'

test('the snippet posts to the form, has the honeypot, and escapes its texts', () => {
  const code = snippetOf({ url: 'https://a.example/signup/1', fields: ['city'], wording: 'Yes & <b>"more"</b>' })

  expect(code).toContain('<form method="post" action="https://a.example/signup/1">')
  expect(code).toContain('<input name="city">')
  expect(code).toContain('<div hidden><input name="company_website" tabindex="-1" autocomplete="off"></div>')
  expect(code).toContain('<p>Yes &amp; &lt;b&gt;&quot;more&quot;&lt;/b&gt;</p>')
})
