import { expect, test } from 'vitest'
import { textHere } from './text-here.fixture.ts'
import { thumbnailOf } from './thumbnail.ts'

const caller = { organizationId: 'tenant' }
const drawn = (html: string | null, mjml: string | null = null) => thumbnailOf(textHere, caller, { html, mjml })

test.each([
  ['<p>Hello {{ first_name }}</p>', '<p>Hello first_name</p>'],
  ['{{ user.name }} {{ user.address.city | upcase }} {{ user.name }}', 'name CITY name'],
  ['{% if vip %}{{ level }}{% endif %}{{ vip }}', 'levelvip'],
  ['{% for item in items %}{{ item.name }}{% endfor %}total', 'total'],
  ['{{ first_name | default: "friend" }}', 'friend'],
  ['{{ __proto__.x }}{{ constructor }}', 'xconstructor'],
])('the name of a variable is printed in place of its value in %s', async (html, expected) => {
  expect(await drawn(html)).toBe(expected)
})

test('mjml is compiled to html, and a template that is only text or too large has no thumbnail', async () => {
  const mjml =
    '<mjml><mj-body><mj-section><mj-column><mj-text>{{ name }}</mj-text></mj-column></mj-section></mj-body></mjml>'
  expect(await drawn(null, mjml)).toContain('name</div>')
  expect(await drawn(null)).toBeNull()
  expect(await drawn('x'.repeat(256 * 1024 + 1))).toBeNull()
  expect(await drawn('{% for i in (1..9000) %}xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx{% endfor %}')).toBeNull()
})

test('a template that cannot be filled in is drawn as it was written', async () => {
  const html = '{{ a }}{% for i in (1..1000000000) %}{% endfor %}'
  expect(await drawn(html)).toBe(html)
})
