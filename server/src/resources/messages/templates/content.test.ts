import { describe, expect, test } from 'vitest'
import { cpuNow } from '../../../../testing/cpu-clock.ts'
import { applyContent, checkContent, variablesOf } from './content.ts'
import { textHere } from './text-here.fixture.ts'

const tenant = { organizationId: 'tenant' }

const faults = async (asked: Parameters<typeof checkContent>[2]): Promise<unknown> => {
  try {
    await checkContent(textHere, tenant, asked)
    return []
  } catch (error) {
    return (error as { details: unknown }).details
  }
}
const mail = (body: string) => `<mjml><mj-body>${body}</mj-body></mjml>`

describe('content that does not parse', () => {
  test.each([
    ['html', '<p>\n{% if a %}', 'line 2: tag {% if a %} not closed'],
    ['text', '\n\n{{ a | shout }}', 'line 3: undefined filter: shout'],
    ['subject', '{% nonsense %}', 'line 1: tag "nonsense" not found'],
    ['html', 'a\n{{ a', 'line 2: output "{{ a" not closed'],
    ['html', '{% cycle a, b %}', 'line 1: {% cycle %} takes texts and numbers, not variables'],
    ['html', '{% if a %}'.repeat(60) + '{% endif %}'.repeat(60), 'tags are nested more than 50 levels deep'],
    ['html', 'x'.repeat(1024 * 1024 + 1), 'must not be larger than 1024 KiB'],
    ['text', '€'.repeat(400_000), 'must not be larger than 1024 KiB'],
    ['mjml', `<mjml>${' '.repeat(256 * 1024)}</mjml>`, 'must not be larger than 256 KiB'],
    ['mjml', mail('\n{% if a %}<mj-section></mj-section>'), 'line 2: tag {% if a %} not closed'],
    [
      'mjml',
      mail('\n\n<mj-include path="/etc/passwd" />'),
      'line 3: mj-include is not available: a template stands alone',
    ],
    ['mjml', '<p>Hello</p>', expect.stringMatching(/^line 1: /)],
    ['mjml', '<mjml><mj-body>', 'line 1: <mj-body> is not closed'],
    ['mjml', mail('\n<mj-text>{{ a }}\n<b>x</mj-text>'), 'line 3: <b> is not closed'],
    [
      'mjml',
      '<!-- <b> --><mjml>\n<mj-body><br>{{ "€\n" }} <mj-column></mj-body></mjml>',
      'line 3: <mj-column> is not closed',
    ],
    ['mjml', mail('\n€ {{ "long" }}<mj-image alt=x />'), "line 2: invalid attribute cause expected quote mark not 'x'"],
    ['mjml', mail('<mj-wrapper>'.repeat(101)), 'must not nest elements more than 100 levels deep'],
    [
      'mjml',
      mail('<mj-section><mj-column><mj-raw>{% for</mj-raw></mj-column></mj-section>'),
      expect.stringMatching(/^line 1: /),
    ],
  ])('is refused with the field and the line: %s %#', async (path, source, message) => {
    expect(await faults({ [path]: source })).toMatchObject([{ path, message }])
  })

  test.each([
    ['html', '<p>\n  {% if a %}', { line: 2, column: 3 }],
    ['subject', 'Hi {{ a | shout }}', { line: 1, column: 4 }],
    ['mjml', mail('\n {% if a %}<mj-section></mj-section>'), { line: 2, column: 2 }],
    ['mjml', mail('\n€ {{ "long\nname" }}<mj-image alt=x />'), { line: 3, column: 23 }],
    ['mjml', mail('\n€ {{ "long name" }}<mj-text>'), { line: 2, column: 20 }],
  ])('says the line and the column apart: %s %#', async (path, source, place) => {
    expect(await faults({ [path]: source })).toEqual([{ path, message: expect.any(String), ...place }])
  })

  test('has no line where none is known', async () => {
    expect(await faults({ html: 'x'.repeat(1024 * 1024 + 1) })).toEqual([{ path: 'html', message: expect.any(String) }])
    const torn = mail('<mj-section css-class="{% if a %}x">{% endif %}</mj-section>')
    expect(await faults({ mjml: torn })).toEqual([
      { path: 'mjml', message: expect.stringMatching(/^makes html that is not a valid template: /) },
    ])
  })

  test('is refused in every field at once', async () => {
    expect(await faults({ subject: '{{', html: '{{', text: '{{' })).toMatchObject([
      { path: 'subject' },
      { path: 'html' },
      { path: 'text' },
    ])
  })

  test('html and mjml exclude each other', async () => {
    expect(await faults({ html: '<p></p>', mjml: mail('') })).toEqual([
      { path: 'mjml', message: 'must not be given together with html, which is made of it' },
    ])
  })
})

test('html takes the place of mjml, and the other way round; text stays', async () => {
  const html = { subject: 's', html: 'h', text: 't', mjml: null }
  const mjml = { subject: 's', html: null, text: 't', mjml: 'm' }
  expect(applyContent(html, { mjml: 'm' })).toEqual(mjml)
  expect(applyContent(mjml, { html: 'h' })).toEqual(html)
  expect(applyContent(mjml, { subject: 'new' })).toEqual({ ...mjml, subject: 'new' })
})

test.each([
  ['{{ b }}{{ a.b.c }}{{ a["d e"][0].f }}', ['a.b.c', 'a.d e.0.f', 'b']],
  [
    '{% for item in items limit: n %}{{ item.name }}{{ forloop.index }}{{ other }}{% endfor %}',
    ['items', 'n', 'other'],
  ],
  ['{% assign x = y | append: z %}{{ x }}{% capture c %}{{ d }}{% endcapture %}{{ c }}', ['d', 'y', 'z']],
  [
    '{{ x | default: fallback, allow_false: flag }}{% if a == b or c contains d %}{% elsif e %}{% endif %}',
    'a b c d e fallback flag x'.split(' '),
  ],
  [
    '{% case a %}{% when b, c %}{{ d }}{% else %}{{ e }}{% endcase %}{% unless f %}{% endunless %}',
    'a b c d e f'.split(' '),
  ],
  ['{{ a[b.c].d }}{% for i in (1..n) %}{% endfor %}{% echo g %}', ['a', 'b.c', 'g', 'n']],
  ['{% tablerow r in rows cols: w %}{{ r }}{{ tablerowloop.col }}{% endtablerow %}{% increment k %}', ['rows', 'w']],
  ['{{ x }}{% assign x = 1 %}{{ x }}', ['x']],
  ['{% comment %}{{ x }}{% endcomment %}{% raw %}{{ y }}{% endraw %}{{ "z" }}', []],
  ['{%- liquid\n assign q = p\n echo q\n echo r\n-%}', ['p', 'r']],
  ['{{ unsubscribe_url }}{{ preferences_url }}{{ contact.first_name }}', ['contact.first_name']],
])('the variables of %s', async (html, variables) => {
  expect(await variablesOf(textHere, tenant, { subject: 's', html, text: null, mjml: null })).toEqual(variables)
})

test('the variables of all parts are listed once, those of mjml too', async () => {
  const mjml = mail('{% for i in list %}<mj-section>{{ a }}</mj-section>{% endfor %}')
  expect(await variablesOf(textHere, tenant, { subject: '{{ a }}', html: null, text: '{{ c }}', mjml })).toEqual([
    'a',
    'c',
    'list',
  ])
})

test('the variables of a large template are found in no time', async () => {
  const html = `{{ a }}${'x'.repeat(190)}`.repeat(4_900)
  const start = cpuNow()
  expect(await variablesOf(textHere, tenant, { subject: 's', html, text: null, mjml: null })).toEqual(['a'])
  expect(cpuNow() - start).toBeLessThan(3_000)
})
