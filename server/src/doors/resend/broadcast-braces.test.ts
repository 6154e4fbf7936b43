import { expect, test } from 'vitest'
import { fromBroadcastLiquid, propertiesIn, toBroadcastLiquid } from './broadcast-braces.ts'

const name = '{{ contact.first_name | default: "there" }}'

test.each([
  ['a name', '{{{contact.first_name|there}}}', name, '{{{contact.first_name|there}}}'],
  ['an old name', '{{{FIRST_NAME|there}}}', name, '{{{contact.first_name|there}}}'],
  ['no fallback', '{{{ contact.email }}}', '{{ contact.email | default: "" }}', '{{{contact.email}}}'],
  ['a property', '{{{contact.plan}}}', '{{ contact.properties.plan | default: "" }}', '{{{contact.plan}}}'],
  ['the unsubscribe link', '{{{RESEND_UNSUBSCRIBE_URL}}}', '{{ unsubscribe_url }}', '{{{RESEND_UNSUBSCRIBE_URL}}}'],
  ['another name', '{{{COMPANY|x}}}', '{{ COMPANY }}', '{{ COMPANY }}'],
  [
    'quotation marks',
    '{{{contact.email|a"b\\}}}',
    '{{ contact.email | default: "a\\"b\\\\" }}',
    '{{{contact.email|a"b\\}}}',
  ],
  ['our own Liquid', '{% if a %}{{ b }}', '{% if a %}{{ b }}', '{% if a %}{{ b }}'],
])('%s is converted to Liquid and back', (_, theirs, ours, again) => {
  expect(toBroadcastLiquid(theirs)).toBe(ours)
  expect(fromBroadcastLiquid(ours)).toBe(again)
})

test('the printed properties are found', () => {
  expect(
    propertiesIn('{{{contact.plan|free}}} {{{contact.email}}} {{{FIRST_NAME}}} {{{contact.city}}} {{ contact.x }}'),
  ).toEqual(['plan', 'city'])
})
