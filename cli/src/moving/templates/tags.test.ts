import { expect, test } from 'vitest'
import { readTags } from './tags.ts'

test('tags and the text between them are returned in order', () => {
  expect([...readTags('a{{b}}{{{ c }}}{{!-- {{x}} --}}d{{')]).toEqual([
    'a',
    { source: '{{b}}', inside: 'b', isRaw: false },
    { source: '{{{ c }}}', inside: ' c ', isRaw: true },
    { source: '{{!-- {{x}} --}}', inside: '!', isRaw: false },
    'd{{',
  ])
})

// Searching for the end of each tag from scratch takes many seconds; this takes milliseconds.
test.each(['{{!--', '{{a', '{{{'])('a long sequence of %s is read in linear time', sign => {
  const started = performance.now()

  expect([...readTags(sign.repeat(2e5 / sign.length))]).toHaveLength(1)

  expect(performance.now() - started).toBeLessThan(3_000)
})
