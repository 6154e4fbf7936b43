import { expect, test } from 'vitest'
import { cpuNow } from '../../../../../testing/cpu-clock.ts'
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

const hidden = '<div hidden></div>'
/** The html with the preview text, in short. */
const placed = (html: string): string =>
  withPreviewText(html, 'News').replace(/<div style="display:none.*?<\/div>/, hidden)

test.each([
  ['<!DOCTYPE html>', '\n<p>Hi</p>'],
  ['<!doctype html><html lang="en">', '\n<p>Hi</p>'],
  ['<?xml version="1.0"?><!-- <body> --><html><head><title>a</title></head>', '<p>Hi</p>'],
  ['<html><body class="{% if a > b %}wide{% endif %}">', '<p>Hi</p>'],
  ['<html><body {% if a > b %}class="wide"{% endif %}>', '<p>Hi</p>'],
  ['<html><body title="a > b" {{ "a>" }}>', '<p>Hi</p>'],
  ['<html><!--[if mso]><body class="mso"><![endif]--><!--[if !mso]><!--><body>', '<!--<![endif]--><p>Hi</p>'],
  ['', '{% if a %}<p>Hi</p>{% endif %}'],
  ['', '<bodyguard>Hi</bodyguard>'],
  ['', '<p>Hi</p><html'],
])('the preview text stands between %s and %s', (before, after) => {
  expect(placed(before + after)).toBe(before + hidden + after)
})

test.each(['<body', '<body "', '<html {{', '<!--', '<!doctype '])('a megabyte of %s takes little time', piece => {
  const html = piece.repeat(1_000_000 / piece.length)
  const start = cpuNow()

  expect(placed(html)).toContain(hidden)
  expect(cpuNow() - start).toBeLessThan(1_000)
})

test('without a preview text the html is unchanged', () => {
  expect(withPreviewText('<p>Hi</p>', undefined)).toBe('<p>Hi</p>')
})
