import { expect, test } from 'vitest'
import { goToLiquid } from './go.ts'

test.each([
  ['a field of the subscriber', 'Hi {{ .Subscriber.FirstName }}!', 'Hi {{ contact.first_name | default: "" }}!'],
  ['an attribute', '{{.Subscriber.Attribs.City}}', '{{ contact.properties.city | default: "" }}'],
  ['data of the email', '{{ .Tx.Data.order.total }}', '{{ order.total | default: "" }}'],
  ['the unsubscribe link', '<a href="{{ UnsubscribeURL }}">', '<a href="{{ unsubscribe_url }}">'],
  ['the link to preferences', '{{ ManageURL . }}', '{{ preferences_url }}'],
  [
    'tracking',
    '{{ TrackLink "https://a.example" . }} https://b.example@TrackLink{{ TrackView }}',
    'https://a.example https://b.example',
  ],
  ['text that looks like Liquid', '50 {% off', '50 {% raw %}{%{% endraw %} off'],
])('%s', (_, theirs, ours) => {
  expect(goToLiquid(theirs)).toEqual({ liquid: ours, untranslated: [] })
})

test('a tag without a counterpart is kept as text and reported', () => {
  expect(goToLiquid('{{ if eq .Tx.Data.a "b" }}x{{ end }}')).toEqual({
    liquid: '{% raw %}{{ if eq .Tx.Data.a "b" }}{% endraw %}x{% raw %}{{ end }}{% endraw %}',
    untranslated: ['{{ if eq .Tx.Data.a "b" }}', '{{ end }}'],
  })
})
