/** Templates that cost more than they seem to, with the variables that make them expensive. */
import { fill } from './texts.ts'

export type Program = { source: string; variables?: Record<string, unknown> }

const doubled = (step: string, times: number): string => step.repeat(Math.max(0, times))
const doubling = (times: number): string =>
  `{% assign s = "&&&&&&&&" %}${doubled('{% assign s = s | append: s %}', times)}`

/** 2^n times the same long text, printed as a list: n is how often the list is doubled. */
export const printedList = (n: number): Program => ({
  source: `${doubling(16)}{% assign a = s | split: "," %}${doubled('{% assign a = a | concat: a %}', n)}{{ a }}`,
})

/** Programs that grow with `size`, the bytes of the source and the variables together. */
export const liquids: Readonly<Record<string, (size: number) => Program>> = {
  'a variable of ampersands': size => ({ source: '{{ a }}', variables: { a: fill('&', size) } }),
  'a variable that is escaped twice': size => ({
    source: '{{ a | escape | escape_once | newline_to_br }}',
    variables: { a: fill('<\n', size) },
  }),
  'a variable of many values': size => ({
    source: '{{ a }}',
    variables: { a: Array(Math.floor(size / 4)).fill('&&') },
  }),
  'lists in lists': size => ({
    source: '{{ a }}',
    variables: { a: Array.from({ length: Math.ceil(size / 4_000) }, () => Array(900).fill('&&')) },
  }),
  'a list that is printed': size => printedList(Math.min(13, Math.max(1, Math.floor(Math.log2(size)) - 8))),
  'a list in json': size => ({
    source: `${doubling(16)}{% assign a = s | split: "," %}${doubled('{% assign a = a | concat: a %}', Math.min(12, Math.floor(Math.log2(size)) - 8))}{{ a | json }}`,
  }),
  'a list that is joined': size => ({
    source: `${doubling(16)}{% assign a = s | split: "," %}${doubled('{% assign a = a | concat: a %}', Math.min(12, Math.floor(Math.log2(size)) - 8))}{{ a | join: s }}`,
  }),
  'text that doubles': size => ({ source: `${doubling(Math.min(60, Math.floor(size / 30)))}{{ s }}` }),
  'captures that double': size => ({
    source: `${doubling(4)}${doubled('{% capture s %}{{ s }}{{ s }}{% endcapture %}', Math.min(60, size / 40))}{{ s }}`,
  }),
  'loops in loops': size => ({
    source: `${fill('{% for i in (1..999) %}', Math.min(size, 900))}x${'{% endfor %}'.repeat(Math.ceil(Math.min(size, 900) / 23))}`,
  }),
  'a loop that prints a list': size => ({
    source: '{% for i in (1..99999) %}{{ a }}{% endfor %}',
    variables: { a: Array(Math.min(9_000, Math.ceil(size / 10))).fill('&&&&') },
  }),
  'a long chain of filters': size => ({
    source: `{{ a${fill(' | upcase', size)} }}`,
    variables: { a: fill('&', size) },
  }),
  'replacements that grow': size => ({
    source: '{{ a | replace: "x", b | replace: "y", a }}',
    variables: { a: fill('x', size / 2), b: fill('y', size / 2) },
  }),
  'nested conditions': size => ({ source: `${fill('{% if a %}', size / 2)}${fill('{% endif %}', size / 2)}` }),
  'a long condition': size => ({
    source: `{% if a == b${fill(' or a == b', Math.min(size, 90_000))} %}x{% endif %}`,
    variables: { a: Array(900).fill(1), b: [...Array(899).fill(1), 2] },
  }),
  'many tags': size => ({ source: fill('{{ a }}', size), variables: { a: '&' } }),
  'tags that do not end': size => ({ source: fill('{{ ', size) }),
  'brackets in brackets': size => ({ source: `{{ ${fill('a[', size)} }}` }),
  'strip_html of open tags': size => ({ source: '{{ a | strip_html }}', variables: { a: fill('<', size) } }),
  'strip_html of comments': size => ({ source: '{{ a | strip_html }}', variables: { a: fill('<!--', size) } }),
  'sorting and unique': size => ({
    source: '{{ a | sort | uniq | sort_natural | reverse | join }}',
    variables: {
      a: Array.from({ length: Math.min(9_999, Math.ceil(size / 8)) }, (_, nth) => `k${(nth * 7919) % 10_007}`),
    },
  }),
  'truncated words': size => ({ source: '{{ a | truncatewords: 3 }}', variables: { a: fill(' a', size) } }),
  'text without html': size => ({
    source: `<p>{{ a }}</p>${fill('<a href="https://example.com/">x</a>', size)}`,
    variables: { a: 1 },
  }),
}
