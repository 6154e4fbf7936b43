import { expect, test } from 'vitest'
import { fallbacksIn, fromLiquid, toLiquid } from './template-braces.ts'

test.each([
  ['a name', 'Hello {{{NAME}}}!', 'Hello {{ NAME | raw }}!', 'Hello {{{NAME}}}!'],
  ['spaces', '{{{ NAME }}}', '{{ NAME | raw }}', '{{{NAME}}}'],
  ['a path', '{{{contact.first_name}}}', '{{ contact.first_name | raw }}', '{{{contact.first_name}}}'],
  ['an inline fallback', '{{{NAME|there}}}', '{{ NAME | default: "there" | raw }}', '{{{NAME}}}'],
  ['a declared text', '{{{PLAN}}}', '{{ PLAN | default: "free" | raw }}', '{{{PLAN}}}'],
  ['a declared number', '{{{SEATS}}}', '{{ SEATS | default: 3 | raw }}', '{{{SEATS}}}'],
  [
    'the unsubscribe link',
    '{{{RESEND_UNSUBSCRIBE_URL}}}',
    '{{ unsubscribe_url | raw }}',
    '{{{RESEND_UNSUBSCRIBE_URL}}}',
  ],
  ['no name', '{{{}}} {{{1x}}} {{{ a b }}}', '{{{}}} {{{1x}}} {{{ a b }}}', '{{{}}} {{{1x}}} {{{ a b }}}'],
  ['our own Liquid', '{{ name }} {% if a %}', '{{ name }} {% if a %}', '{{ name }} {% if a %}'],
])('%s is converted to Liquid and back', (_, theirs, ours, again) => {
  const variables = [
    { key: 'PLAN', fallback: 'free' },
    { key: 'SEATS', fallback: 3 },
  ]

  expect(toLiquid(theirs, variables)).toBe(ours)
  expect(fromLiquid(ours)).toBe(again)
})

test('a fallback cannot break out of its string', () => {
  const liquid = toLiquid('{{{NAME}}}', [{ key: 'NAME', fallback: 'x" | upcase }}{{ "y' }])

  expect(liquid).toBe('{{ NAME | default: "x” | upcase }}{{ ”y" | raw }}')
  expect(fallbacksIn([liquid]).get('NAME')).toBe('x” | upcase }}{{ ”y')
})

test('fallbacks are found again, as strings and as numbers', () => {
  const source = '{{ A | default: "a" | raw }}{{ B | default: -1.5 | raw }}{{ C | raw }}'
  expect([...fallbacksIn([source])]).toEqual([
    ['A', 'a'],
    ['B', -1.5],
  ])
})
