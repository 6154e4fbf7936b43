import { expect, test } from 'vitest'
import { compileMjml } from './compile.ts'

const mail = (body: string, head = '') => `<mjml><mj-head>${head}</mj-head><mj-body>${body}</mj-body></mjml>`
const text = (inside: string) => mail(`<mj-section><mj-column><mj-text>${inside}</mj-text></mj-column></mj-section>`)

test.each([
  '{{ name }}',
  '{{ name | default: "<you> & \'me\'" }}',
  '{% if a < b %}<b>less</b>{% elsif a > b and c == "x" %}more{% else %}same{% endif %}',
  '{%- for i in (1..3) -%}{{- i -}}{%- endfor -%}',
  '{% raw %}{{ not a variable }}{% endraw %}',
  '{% comment %} <p></p> {% endcomment %}',
  '{{ multi\n  | upcase\n}}',
  '{% liquid\n  assign a = 1\n  echo a\n%}',
  'liquid0x liquidq1x {{ a }}',
])('Liquid in text stays as it is: %s', source => {
  expect(compileMjml(text(source))).toContain(`>${source}</div>`)
})

test('Liquid in attributes, styles, titles and previews stays as it is', () => {
  const html = compileMjml(
    mail(
      '<mj-section><mj-column><mj-button href="{{ url }}?a={% if a > 1 %}b{% endif %}">Go</mj-button><mj-image src="{{ src }}" alt="{{ alt }}" /></mj-column></mj-section>',
      '<mj-title>{{ t }}{% if t %}!{% endif %}</mj-title><mj-preview>{{ p }}</mj-preview><mj-style>.a { color: {{ c }} }{% if x %}.b {}{% endif %}</mj-style>',
    ),
  )
  for (const kept of ['href="{{ url }}?a={% if a > 1 %}b{% endif %}"', 'src="{{ src }}"', 'alt="{{ alt }}"'])
    expect(html).toContain(kept)
  for (const kept of [
    '<title>{{ t }}{% if t %}!{% endif %}</title>',
    '{{ p }}',
    '.a { color: {{ c }} }{% if x %}.b {}{% endif %}',
  ])
    expect(html).toContain(kept)
})

test('tags between elements stay in their order', () => {
  const html = compileMjml(
    mail(
      '{% for s in list %}<mj-section>{% if s %}<mj-column><mj-text>{{ s }}</mj-text></mj-column>{% endif %}</mj-section>{% endfor %}',
    ),
  )
  expect(html.match(/\{[{%].*?[}%]\}/g)).toEqual([
    '{% for s in list %}',
    '{% if s %}',
    '{{ s }}',
    '{% endif %}',
    '{% endfor %}',
  ])
  expect(html).not.toMatch(/liquid\d/)
})

test.each([
  '<mj-include path="/etc/passwd" />',
  '<mj-include path="file:///etc/passwd" type="html" />',
  '<mj-include path="http://127.0.0.1:1/" />',
  '<mj-include path="{{ path }}" />',
])('nothing is included: %s', include => {
  expect(() => compileMjml(mail(include))).toThrow('mj-include is not available')
  expect(() => compileMjml(mail('', include))).toThrow()
  expect(compileMjml(text(include))).not.toContain('root:')
})

test('entities of a document type are not resolved', () => {
  const doctype = '<!DOCTYPE mjml [<!ENTITY a SYSTEM "file:///etc/passwd">]>'
  expect(() => compileMjml(doctype + text('&a;'))).toThrow()
})

test('a source that breaks the compiler does not break it for others', () => {
  const deep = text('<div title="</div>">'.repeat(20_000))

  expect(() => compileMjml(deep)).toThrow('cannot be compiled')

  expect(compileMjml(text('still here {{ x }}'))).toContain('still here {{ x }}')
})

test('a source of nothing but stand-ins is compiled in time, with a short stand-in', () => {
  const begun = process.threadCpuUsage()
  for (const inside of [
    `liquid${'q'.repeat(250_000)}`,
    Array.from({ length: 20_000 }, (_, nth) => `liquid${nth}q`).join(''),
  ])
    expect(compileMjml(text(`${inside}{{ a }}`))).toContain(`${inside}{{ a }}`)

  const { user, system } = process.threadCpuUsage(begun)
  expect((user + system) / 1000).toBeLessThan(3_000)
})
