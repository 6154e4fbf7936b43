import { randomBytes } from 'node:crypto'
import { zstdCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { compress, decompress } from './compress.ts'
import { pack, reworded, unpack } from './pack.ts'

const html = '<p style="margin: 0">Thank you, Zoë. It is on its way.</p>'.repeat(30)
const text = 'Thank you, Zoë. It is on its way.\n'.repeat(30)

test.each([
  ['html', { html, text: null }],
  ['text', { html: null, text }],
  ['html and text', { html, text }],
  ['a short one', { html: null, text: 'Yes.' }],
  ['surrogate pairs', { html: '😀<b>1</b>', text: '😀' }],
  ['parts that are empty', { html: '', text: '' }],
  ['a whole message', { html: null, text: null, message: Buffer.from('From: a@b.co\r\n\r\n\xff', 'latin1') }],
])('%s is unchanged by packing and unpacking', (_, body) => {
  expect(unpack(pack(body))).toEqual(body)
})

test('a packed body is shorter, and never longer by more than the byte for its parts', () => {
  expect(pack({ html, text: null }).length).toBeLessThan(html.length / 5)
  const noise = randomBytes(300).toString('base64')
  expect(pack({ html: null, text: noise }).length).toBeLessThanOrEqual(noise.length + 1)
})

test('a text that repeats its html takes little space', () => {
  const both = pack({ html, text: html }).length

  expect(both).toBeLessThan(pack({ html, text: null }).length * 1.5)
})

test('an uncompressed message is read as it is, also one that compression cannot make shorter', () => {
  const message = Buffer.from('From: shop@acme.test\r\n\r\nYes.')

  expect(decompress(message)).toEqual(message)
  expect(decompress(compress(message))).toEqual(message)
})

test('a body that would fill the memory is refused while it is decompressed', () => {
  const bomb = zstdCompressSync(Buffer.alloc(65 * 1024 * 1024))

  expect(() => unpack(bomb)).toThrow('larger than')
})

const withoutAda = (said: string) => said.replaceAll('ada@a.example', 'erased')

test('replaces text in html, in text and in the plain text of a message, whose other bytes stay as they are', () => {
  const message = Buffer.from('To: ada@a.example\r\n\r\n\xff\x00\r\n', 'latin1')

  expect(reworded({ html: '<b>ada@a.example</b>', text: null }, withoutAda)).toEqual({
    html: '<b>erased</b>',
    text: null,
  })
  expect(reworded({ html: null, text: null, message }, withoutAda)?.message).toEqual(
    Buffer.from('To: erased\r\n\r\n\xff\x00\r\n', 'latin1'),
  )
  expect(reworded({ html: 'x', text: 'y' }, withoutAda)).toBeUndefined()
})
