import { expect, test } from 'vitest'
import { cpuNow } from '../../../testing/cpu-clock.ts'
import { inspectHtml } from './html-facts.ts'

const findFeatures = (html: string) => inspectHtml(html).features

test.each<[string, string, string[]]>([
  ['elements and attributes', '<VIDEO Poster="a.png">', ['element:video', 'attribute:poster']],
  ['properties of a style', '<p style="border-radius:4px;gap : 2px">', ['property:border-radius', 'property:gap']],
  ['properties of a sheet', '<style>a{opacity:.5}</style>', ['property:opacity']],
  ['flexbox', '<p style="display: inline-flex">', ['value:display:flex']],
  [
    'at-rules and pseudo-classes',
    '<style>@media (prefers-color-scheme:dark){a:hover{}}</style>',
    ['at:media', 'pseudo:hover'],
  ],
  ['media features', '<style>@media (prefers-color-scheme:dark){}</style>', ['media:prefers-color-scheme']],
  ['functions and units', '<p style="width:calc(2rem + 1px)">', ['function:calc', 'unit:rem']],
  [
    'image formats',
    '<img src="https://a.test/x.webp?1"><img src="data:image/png;base64,AA">',
    ['image:webp', 'image:data'],
  ],
])('finds %s', (_, html, expected) => {
  expect(findFeatures(html)).toEqual(expect.arrayContaining(expected))
})

test('comments, text and attribute values are not features', () => {
  const html = '<!-- <video> --><p title="gap:1px">gap: 1px @media</p><style>/* a{gap:1px} */</style>'

  expect(findFeatures(html)).toEqual(['element:p', 'attribute:title', 'element:style'])
})

test.each([
  ['open tags', '<p style="'],
  ['tags', '<p>'],
  ['open comments in a sheet', '<style>/*'],
  ['selectors', '<style>a'],
  ['functions', '<style>calc('],
  ['spaces', '<style>gap '],
  ['at signs', '<style>@media'],
  ['different elements', ''],
])('5 MB of %s are read quickly, with few features', (_, piece) => {
  const html = piece
    ? piece.repeat(5_000_000 / piece.length)
    : Array.from({ length: 500_000 }, (_, nth) => `<x${nth}>`).join('')
  const begun = cpuNow()

  const found = findFeatures(html)

  // CPU time, because the machine may be busy.
  expect(cpuNow() - begun).toBeLessThan(3_000)
  expect(found.length).toBeLessThanOrEqual(1_000)
})

test('links, images and readable characters are counted', () => {
  const html = `<title>No</title><a href="http://a.test">One</a> <a href='https://a.test'>Two</a><a name="x"></a>
    <img src="a.png"><IMG ALT="" src="b.png" /><script>no()</script>`

  expect(inspectHtml(html)).toMatchObject({ links: 2, plainLinks: 1, images: 2, silentImages: 1, letters: 6 })
})
