/** No template makes others wait: it is refused in time, and before the memory is full. */
import { expect, test } from 'vitest'
import { Refusal } from '#core/refusal.ts'
import { Flawed } from './flaw.ts'
import { fill } from './render.fixture.ts'

const megabyte = 1_000_000
const numbers = Array.from({ length: 4_000 }, (_, nth) => nth)
const shifted = [...numbers.slice(0, -1), 0]
const growing = (step: string, times = 60) => step.repeat(times)

const bombs: [string, string, Record<string, unknown>?][] = [
  ['a long range', '{% for i in (1..100000000) %}x{% endfor %}'],
  ['a range beyond the whole numbers', '{% for i in (9007199254740992..9007199254740994) %}x{% endfor %}'],
  ['the same, as text', '{% for i in (a..b) %}x{% endfor %}', { a: '9007199254740992', b: '9007199254740994' }],
  ['the same, in a filter', '{{ (9007199254740992..9007199254740994) | size }}'],
  ['the same, in a condition', '{% if (9007199254740992..9007199254740994) == nil %}{% endif %}'],
  ['a range without end', '{% assign n = 1 | divided_by: 0 %}{% for i in (1..n) %}x{% endfor %}'],
  ['a range as wide as it may be, sorted', '{% assign r = (1..100000) %}{{ r | sort | size }}'],
  [
    'nested loops',
    '{% for i in (1..9999) %}{% for j in (1..9999) %}{% for k in (1..9999) %}{% endfor %}{% endfor %}{% endfor %}',
  ],
  ['loops with nothing in them', '{% for i in (1..99999) %}{% for j in (1..99999) %}{% endfor %}{% endfor %}'],
  ['a loop that prints much', `{% for i in (1..900) %}${'x'.repeat(500_000)}{% endfor %}`],
  ['strings that double', `{% assign s = "aaaaaaaa" %}${growing('{% assign s = s | append: s %}')}{{ s }}`],
  [
    'captures that double',
    `{% assign s = "aaaaaaaa" %}${growing('{% capture s %}{{ s }}{{ s }}{% endcapture %}')}{{ s }}`,
  ],
  [
    'raw captures',
    `{% assign s = "aaaaaaaa" %}${growing('{% capture s %}{{ s | raw }}{{ s | raw }}{% endcapture %}')}{{ s }}`,
  ],
  [
    'captures in a loop',
    '{% for i in (1..9) %}{% capture c %}{{ a }}{% endcapture %}{% endfor %}',
    { a: 'x'.repeat(megabyte) },
  ],
  ['one long chain of sorting', `{{ a${' | sort'.repeat(900)} | size }}`, { a: shifted }],
  [
    'strings that double in a loop',
    '{% assign s = "aa" %}{% for i in (1..999) %}{% assign s = s | append: s %}{% endfor %}',
  ],
  ['lists that double', `{% assign a = x %}${growing('{% assign a = a | concat: a %}')}{{ a }}`, { x: [1] }],
  [
    'a printed list that is doubled over and over',
    `{% assign a = x %}${growing('{% assign a = a | concat: a %}', 13)}{{ a }}`,
    { x: ['y'.repeat(100_000)] },
  ],
  [
    'a doubled list, made text by a filter',
    `{% assign a = x %}${growing('{% assign a = a | concat: a %}', 13)}{{ a | join: "" | size }}{{ a | upcase }}`,
    { x: ['y'.repeat(100_000)] },
  ],
  [
    'the same text many times in one list of variables',
    `{{ a }}`,
    { a: Array.from({ length: 9_000 }, () => 'y'.repeat(100_000)) },
  ],
  [
    'an object of much text',
    '{{ a }}',
    { a: { b: Array.from({ length: 9_000 }, () => ({ c: 'y'.repeat(100_000) })) } },
  ],
  ['nine megabytes to be escaped', '{{ a }}', { a: '&'.repeat(9 * megabyte) }],
  ['a list of much to be escaped', '{{ a | escape }}', { a: Array.from({ length: 900 }, () => '&'.repeat(9_000)) }],
  ['a huge replace', '{{ a | replace: "x", b }}', { a: 'x'.repeat(megabyte), b: 'y'.repeat(megabyte) }],
  ['a replace of nothing', '{{ a | replace: "", b }}', { a: 'x'.repeat(megabyte), b: 'y'.repeat(megabyte) }],
  ['a split into letters', '{{ a | split: "" | join: "," }}', { a: 'x'.repeat(megabyte) }],
  ['a filter of more than it takes', '{{ a | upcase }}', { a: 'x'.repeat(2 * megabyte) }],
  ['more than 5 MiB', '{{ a }}{{ a }}', { a: 'x'.repeat(3 * megabyte) }],
  ['more than 5 MiB in bytes', '{{ a }}', { a: '€'.repeat(2 * megabyte) }],
  ['a width of a date', '{{ "now" | date: "%9999999d" }}'],
  ['a long format of a date', '{{ "now" | date: a }}', { a: '%d'.repeat(500_000) }],
  ['many dates', '{% for i in (1..99999) %}{{ "now" | date: "%c", "Europe/Berlin" }}{% endfor %}'],
  ['many searches', '{% for i in (1..99999) %}{{ a | where: "x.y.z" | size }}{% endfor %}', { a: numbers }],
  ['long comparisons', `{% if a == b${' or a == b'.repeat(8_000)} %}{% endif %}`, { a: numbers, b: shifted }],
  ['long choices', `{% case a %}{% when b${', b'.repeat(30_000)} %}{% endcase %}`, { a: numbers, b: shifted }],
  ['a long chain of filters', `{% for i in (1..999) %}{{ a${' | upcase'.repeat(9_000)} }}{% endfor %}`, { a: 'x' }],
  ['a long cycle', `{% for i in (1..9999) %}{% cycle 1${',1'.repeat(40_000)} %}{% endfor %}`],
  ['a million values', '{{ a | size }}', { a: Array.from({ length: megabyte }, () => 1) }],
  ['many tags', '{{a}}'.repeat(200_000), { a: 1 }],
  ['many lines of liquid', `{% liquid\n${'echo a\n'.repeat(140_000)}%}`, { a: 1 }],
  ['a tag of a megabyte', `{{ a${' | upcase'.repeat(100_000)} }}`, { a: 'x' }],
  ['tags that do not end', '{{ '.repeat(4_000) + 'x'.repeat(900_000)],
  ['deep nesting', '{% if a %}'.repeat(2_000) + '{% endif %}'.repeat(2_000)],
  ['nesting that still parses', '{% if a %}'.repeat(60) + '{% endif %}'.repeat(60)],
  ['deep brackets', `{{ ${'a['.repeat(40_000)}${']'.repeat(40_000)} }}`],
  ['deep parentheses', `{{ ${'('.repeat(90_000)} }}`],
  ['objects that are no text', '{{ a | upcase }}', { a: { toString: 'x', valueOf: 'y' } }],
]

test.each(bombs)('%s', { timeout: 60_000 }, (_name, source, variables) => {
  for (const part of ['html', 'text'] as const) {
    const memory = process.memoryUsage.rss()
    const start = process.threadCpuUsage()

    const outcome = attempt({ [part]: source }, variables)

    const { user, system } = process.threadCpuUsage(start)
    expect(outcome === 'refused').toBe(true)
    expect((user + system) / 1000).toBeLessThan(1_500)
    expect(process.memoryUsage.rss() - memory).toBeLessThan(300 * megabyte)
  }
})

function attempt(parts: Parameters<typeof fill>[0], variables?: Record<string, unknown>): unknown {
  try {
    const filled = fill(parts, variables)
    return filled instanceof Refusal && filled.code === 'validation_error' ? 'refused' : filled
  } catch (error) {
    if (error instanceof Flawed) return 'refused'
    throw error
  }
}

test('more than 5 MiB once it is escaped', () => {
  const variables = { a: '<'.repeat(2 * megabyte) }
  expect(fill({ html: '{{ a }}' }, variables)).toMatchObject({ code: 'validation_error', details: [{ path: 'html' }] })
  expect(fill({ text: '{{ a }}' }, variables)).toMatchObject({ text: variables.a })
})

test('a slow template is refused alone, and the next one is filled in', () => {
  const slow = '{% for i in (1..99999) %}{% for j in (1..99999) %}{% endfor %}{% endfor %}'
  expect(fill({ html: slow })).toMatchObject({
    details: [{ path: 'html', message: 'takes longer than 50 ms to fill in; make the template simpler' }],
  })
  expect(fill({ html: '{{ x }}' }, { x: 1 })).toMatchObject({ html: '1' })
})

test('a large newsletter is not mistaken for a bomb', () => {
  const rows = '<tr>{% for cell in row.cells %}<td style="padding:4px">{{ cell.text | upcase }}</td>{% endfor %}</tr>'
  const html = `<table>{% for row in rows %}${rows}{% endfor %}</table>${'<p>All the news</p>'.repeat(5_000)}`
  const variables = { rows: Array.from({ length: 100 }, () => ({ cells: [{ text: 'a' }, { text: 'b' }] })) }

  expect(fill({ html }, variables)).toMatchObject({
    html: expect.stringContaining('<td style="padding:4px">B</td></tr>'),
  })
})
