import { expect, test } from 'vitest'
import { fill } from '../../../../server/src/resources/messages/templates/render.fixture.ts'
import { mustachesToLiquid } from './mustaches.ts'

const handlebars = { name: 'handlebars', links: { unsubscribe: 'unsubscribe_url' } } as const
const mustachio = { name: 'mustachio', links: {} } as const
const model = {
  name: 'Ada <A>',
  none: '',
  zero: 0,
  nobody: [],
  plan: 'pro',
  seats: 3,
  company: { name: 'Acme', address: { city: 'Bern' } },
  items: [
    { name: 'Pen', tags: ['a', 'b'] },
    { name: 'Ink', tags: [] },
  ],
  words: ['x', 'y'],
}

/** Renders as our emails do, with missing variables allowed. */
const render = (source: string, language: typeof handlebars | typeof mustachio) => {
  const { liquid, untranslated } = mustachesToLiquid(source, language)
  expect(untranslated).toEqual([])
  return fill({ html: liquid }, model)
}

test.each([
  ['a variable', 'Hi {{name}}, {{ company.name }}{{missing}}', 'Hi Ada &lt;A&gt;, Acme'],
  ['unescaped', '{{{name}}}{{& name}}', 'Ada <A>Ada <A>'],
  ['a comment', 'a{{! no }}{{!-- {{name}} --}}b', 'ab'],
  ['white space', 'a {{~ plan ~}} b', 'aprob'],
  ['if and else', '{{#if plan}}yes{{else}}no{{/if}}{{#if none}}yes{{else}}no{{/if}}', 'yesno'],
  ['falsy values', '{{#if zero}}1{{/if}}{{#if nobody}}2{{/if}}{{#if missing}}3{{/if}}{{#if seats}}4{{/if}}', '4'],
  ['else if', '{{#if none}}1{{else if plan}}2{{else}}3{{/if}}', '2'],
  ['unless', '{{#unless none}}1{{/unless}}{{#unless plan}}2{{/unless}}', '1'],
  ['each', '{{#each items}}{{@index}}{{name}}{{#if @last}}.{{else}},{{/if}}{{/each}}', '0Pen,1Ink.'],
  ['each of plain values', '{{#each words}}{{this}}{{/each}}', 'xy'],
  [
    'nested loops and parent scopes',
    '{{#each items}}{{#each tags}}{{../name}}{{this}}{{../../plan}} {{/each}}{{/each}}',
    'Penapro Penbpro ',
  ],
  ['an empty list', '{{#each nobody}}x{{else}}nothing{{/each}}', 'nothing'],
  ['with', '{{#with company}}{{name}} {{address.city}} {{@root.plan}}{{/with}}', 'Acme Bern pro'],
  [
    'comparisons',
    '{{#equals plan "pro"}}1{{else}}2{{/equals}}{{#greaterThan seats 5}}3{{else}}4{{/greaterThan}}',
    '14',
  ],
  ['and', '{{#and plan seats}}1{{/and}}{{#and plan none}}2{{/and}}', '1'],
  ['insert', '{{insert plan "default=free"}} {{insert missing "default=free"}}', 'pro free'],
  ['text that looks like Liquid', '{% if %} {{ {{plan}}', '{% if %} {{ pro'],
])('Handlebars: %s', (_, source, printed) => {
  expect(render(source, handlebars)).toMatchObject({ html: printed })
})

test.each([
  ['a scope', '{{#company}}{{name}} {{address.city}} {{../plan}}{{/company}}{{#none}}no{{/none}}', 'Acme Bern pro'],
  ['a scope of itself', '{{#plan}}{{.}}{{/plan}}', 'pro'],
  ['inverted', '{{^none}}{{../plan}}{{/none}}{{^plan}}no{{/plan}}', 'pro'],
  ['each', '{{#each items}}{{name}} {{../plan}}{{#each tags}}{{.}}{{/each}};{{/each}}', 'Pen proab;Ink pro;'],
])('Mustachio: %s', (_, source, printed) => {
  expect(render(source, mustachio)).toMatchObject({ html: printed })
})

test.each([
  ['{{formatDate at "YYYY"}}', ['{{formatDate at "YYYY"}}']],
  ['{{> footer}}', ['{{> footer}}']],
  ['{{#or a b}}x{{/or}}', ['{{#or a b}}', '{{/or}}']],
  ['{{first-name}}', ['{{first-name}}']],
  ['{{empty}}', ['{{empty}}']],
  ['{{#if a}}x', ['{{#if a}} without an end']],
  ['x{{/if}}', ['{{/if}}']],
  ['{{@index}}', ['{{@index}}']],
  ['{{a {% endraw %} }}', ['{{a {% endraw %} }}']],
])('%s has no counterpart: it is reported, and the template still parses', (source, named) => {
  const { liquid, untranslated } = mustachesToLiquid(source, handlebars)

  expect(untranslated).toEqual(named)
  expect(fill({ html: liquid }, model)).toMatchObject({ html: expect.any(String) })
})

test('the unsubscribe link becomes ours', () => {
  expect(mustachesToLiquid('<a href="{{{unsubscribe}}}">', handlebars).liquid).toBe('<a href="{{ unsubscribe_url }}">')
})
