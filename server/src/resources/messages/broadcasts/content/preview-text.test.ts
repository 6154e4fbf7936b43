import { expect, test } from 'vitest'
import { withPreviewText } from './preview-text.ts'

test.each([
  ['<p>Hi</p>', 'News', /^<div style="display:none[^"]*">News&#847;.*<\/div><p>Hi<\/p>$/],
  ['<html><BODY class="a"><p>Hi</p>', 'News', /^<html><BODY class="a"><div [^>]*>News.*<\/div><p>Hi<\/p>$/],
  [
    '<p>Hi</p>',
    'A < B & {{ contact.first_name | default: "<you>" }}',
    />A &lt; B &amp; \{\{ contact.first_name \| default: "<you>" \}\}&#847;/,
  ],
])('the preview text is hidden at the beginning of %s', (html, text, shown) => {
  expect(withPreviewText(html, text)).toMatch(shown)
})

test('without a preview text the html is unchanged', () => {
  expect(withPreviewText('<p>Hi</p>', undefined)).toBe('<p>Hi</p>')
})
