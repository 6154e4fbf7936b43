import { expect, test } from 'vitest'
import { markdown } from './markdown.ts'

const md = markdown()
const render = (source: string, page = '/recipes/invoices') => md.render(source, { page: { filePathStem: page } })

test.each([
  ['[a](../sending.md)', '<a href="../sending.html">a</a>'],
  ['[a](../sending.md#new-keys)', '<a href="../sending.html#new-keys">a</a>'],
  ['[a](newsletter.md)', '<a href="newsletter.html">a</a>'],
  ['[a](../README.md)', '<a href="../index.html">a</a>'],
  ['[a](#here)', '<a href="#here">a</a>'],
  ['[a](https://example.com/x.md)', '<a href="https://example.com/x.md">a</a>'],
])('%s links to the page', (source, expected) => {
  expect(render(source)).toBe(`<p>${expected}</p>\n`)
})

test.each(['../../server/src/core/id.ts', '../../README.md#why', '../../docsmith.md'])(
  'a link out of docs/ becomes text: %s',
  path => {
    expect(render(`[a \`b\`](${path}) [c](../sending.md)`)).toBe(
      '<p><span>a <code>b</code></span> <a href="../sending.html">c</a></p>\n',
    )
  },
)

test('headings have the same anchors as on GitHub, also when a heading repeats', () => {
  const found = [
    ...render('## What `domain verify` evaluates\n\n## New keys: why?\n\n## New keys: why?\n').matchAll(/id="(.*?)"/g),
  ]

  expect(found.map(([, id]) => id)).toEqual(['what-domain-verify-evaluates', 'new-keys-why', 'new-keys-why-1'])
})

test('HTML in a text is escaped', () => {
  expect(render('<script>alert(1)</script>\n\n```js run\na < b\n```')).not.toMatch(/<script|a < b/)
})
