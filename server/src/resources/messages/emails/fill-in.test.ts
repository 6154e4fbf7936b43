import { expect, test } from 'vitest'
import { draftTo } from './emails.fixture.ts'
import { withLinks, withNamedLinks } from './fill-in.ts'

test.each(['{{ unsubscribe_url }}', '{{unsubscribe_url}}', '{{ preferences_url }}'])(
  '%s becomes a link of the recipient in content without a template',
  name => {
    const draft = withLinks(
      withNamedLinks(draftTo(['ada@example.com'], { html: `<a href="${name}">out</a>`, text: `Out: ${name}` })),
    )

    expect(draft.unsubscribe).toBe(true)
    expect(draft.html).toMatch(/^<a href="https:\/\/\w+\.posthorn\.invalid\/">out<\/a>$/)
    expect(draft.text).toMatch(/^Out: https:\/\/\w+\.posthorn\.invalid\/$/)
  },
)

test('other words in braces stay as they are', () => {
  const draft = withLinks(
    withNamedLinks(draftTo(['ada@example.com'], { html: null, text: '{{ name }} {{ unsubscribe_urls }}' })),
  )

  expect(draft).toMatchObject({ text: '{{ name }} {{ unsubscribe_urls }}', unsubscribe: false })
})
