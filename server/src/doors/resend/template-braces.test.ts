import { expect, test } from 'vitest'
import { fill } from '#resources/messages/templates/render.fixture.ts'
import { fallbacksIn, fromLiquid, toLiquid, withFallbacks } from './template-braces.ts'

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

test.each(['x" | upcase }}{{ "y', 'C:\\new', '\\', "it's", '{% raw %}', 'a\nb', ''])(
  'the fallback %j is printed as it was given, and found again',
  fallback => {
    const liquid = toLiquid('{{{NAME}}}', [{ key: 'NAME', fallback }])

    expect(fill({ html: liquid })).toMatchObject({ html: fallback })
    expect(fill({ html: liquid }, { NAME: 'Ada' })).toMatchObject({ html: 'Ada' })
    expect(fallbacksIn([liquid]).get('NAME')).toBe(fallback)
    expect(fromLiquid(liquid)).toBe('{{{NAME}}}')
  },
)

test('a property of the contact is a contact field, and keeps its fallback', () => {
  const liquid = toLiquid('{{{contact.plan|free}}}{{{contact.email}}}', [])

  expect(liquid).toBe('{{ contact.properties.plan | default: "free" | raw }}{{ contact.email | raw }}')
  expect(fromLiquid(liquid)).toBe('{{{contact.plan}}}{{{contact.email}}}')
  expect(fallbacksIn([liquid]).get('contact.plan')).toBe('free')
})

test('fallbacks are replaced, set and removed', () => {
  const source =
    '{{ A | default: "a" | raw }}{{ B | raw }}{{ C | default: 3 | raw }}{{ D | default: "d" | raw }}{{ A }}'
  const variables = [
    { key: 'A', fallback: 'b' },
    { key: 'B', fallback: 2 },
    { key: 'C', fallback: null },
  ]
  expect(withFallbacks(source, variables)).toBe(
    '{{ A | default: "b" | raw }}{{ B | default: 2 | raw }}{{ C | raw }}{{ D | default: "d" | raw }}{{ A }}',
  )
})

test('fallbacks are found again, as strings and as numbers', () => {
  const source = '{{ A | default: "a" | raw }}{{ B | default: -1.5 | raw }}{{ C | raw }}'
  expect([...fallbacksIn([source])]).toEqual([
    ['A', 'a'],
    ['B', -1.5],
  ])
})
