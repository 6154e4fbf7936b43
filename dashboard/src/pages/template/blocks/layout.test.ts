import { expect, test } from 'vitest'
import { gallery } from '../../templates/gallery/gallery.ts'
import { describeBlock } from './describe.ts'
import { layoutOf } from './layout.ts'

const mail = (body: string) =>
  `<mjml><mj-head><mj-title>x</mj-title></mj-head><mj-body css-class="a > b">${body}</mj-body></mjml>`
const textsOf = (source: string) => layoutOf(source)?.blocks.map(({ from, to }) => source.slice(from, to))

test('each section is a block, with its content', () => {
  const first = '<mj-section><mj-column><mj-text>a <b>b</b></mj-text></mj-column></mj-section>'
  const second = '<mj-wrapper><mj-section /></mj-wrapper>'
  expect(textsOf(mail(`\n  ${first}\n\n${second}<mj-section/>\n`))).toEqual([first, second, '<mj-section/>'])
})

test.each([
  '<mj-section>{% if a > b %}<mj-column></mj-column>{% endif %}</mj-section>',
  '{% for a in b %}<mj-section></mj-section>{% else %}<mj-section/>{% endfor %}',
  '{%- if a -%}{% unless b %}<mj-section/><mj-section/>{% endunless %}{%- endif -%}',
  '<mj-section css-class="{{ a | default: "</mj-section>" }}" title=\'>\'></mj-section>',
  '<mj-section><mj-text>{% raw %}</mj-section>{% if %}{% endraw %}{{ "</mj-section>" }}</mj-text></mj-section>',
  '<!-- about it -->\n  <mj-section><!-- </mj-section> --></mj-section>',
  '<mj-section>{% comment %}{% if %}<mj-section>{% endcomment %}</mj-section>',
])('Liquid, quotes and comments belong to their block: %s', block => {
  expect(textsOf(mail(`${block} ${block}`))).toEqual([block, block])
})

test('other content stays between the blocks', () => {
  expect(textsOf(mail('{% assign a = 1 %}<mj-section/><!-- far -->{{ x }} text <mj-section/>'))).toEqual([
    '<mj-section/>',
    '<mj-section/>',
  ])
  expect(textsOf(mail('<!-- nothing yet -->'))).toEqual([])
})

test.each([
  '',
  '<mjml></mjml>',
  '<mj-body />',
  '<mj-body><mj-section></mj-body>',
  '<mj-body><mj-section></mj-column></mj-body>',
  '<mj-body>{% if a %}<mj-section/></mj-body>',
  '<mj-body><mj-section>{% if a %}</mj-section>{% endif %}</mj-body>',
  '<mj-body><mj-section title="></mj-section></mj-body>',
  '<mj-body><!-- <mj-section/></mj-body>',
  '<mj-body><mj-section/>',
])('an incomplete source has no layout: %s', source => {
  expect(layoutOf(source)).toBeUndefined()
})

test('a large source is read in one pass, whatever it contains', () => {
  for (const part of ['<mj-section ', '{{', '{% raw %}', '<!--', '<mj-a "', "{% if a %}<mj-b '>'>", '<mj-section/>']) {
    const source = mail(part.repeat(256_000 / part.length))
    const begun = process.threadCpuUsage()
    layoutOf(source)
    const { user, system } = process.threadCpuUsage(begun)
    // One pass takes milliseconds; one pass per part would take minutes.
    expect((user + system) / 1000).toBeLessThan(3_000)
  }
})

test.each(gallery)('$name consists of blocks with a title', ({ mjml }) => {
  const blocks = layoutOf(mjml)?.blocks ?? []
  const described = blocks.map(block => describeBlock(mjml, block))

  expect(blocks.length).toBeGreaterThan(2)
  expect(described[0]).toEqual({ title: 'Text', words: 'Acme' })
  expect(described.map(({ title }) => title)).not.toContain('Block')
})

test('a repeated or conditional block says so in its title', () => {
  const source = mail('{% for a in b %}<mj-section><mj-text><h2>News</h2></mj-text></mj-section>{% endfor %}')
  const [block] = layoutOf(source)?.blocks ?? []
  expect(block && describeBlock(source, block)).toEqual({ title: 'Repeated: Heading', words: 'News' })
})
