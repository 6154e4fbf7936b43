import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readPicture } from './picture.ts'
import { jpeg, png, webp } from './pictures.fixture.ts'

test.each([
  ['png', png, { type: 'image/png', width: 3, height: 2 }],
  ['jpeg', jpeg, { type: 'image/jpeg', width: 3, height: 2 }],
  ['webp, lossy', webp.lossy, { type: 'image/webp', width: 3, height: 2 }],
  ['webp, lossless', webp.lossless, { type: 'image/webp', width: 3, height: 2 }],
  ['webp, extended', webp.extended, { type: 'image/webp', width: 3, height: 2 }],
])('%s', (_, bytes, expected) => {
  expect(readPicture(bytes)).toEqual(expected)
})

test.each([
  ['svg', '<svg xmlns="http://www.w3.org/2000/svg" width="3" height="2"><script>x()</script></svg>'],
  ['gif', 'GIF89a\x03\x00\x02\x00\x80\x00\x00\xff\xff\xff\x00\x00\x00!\xf9\x04\x01\x00\x00\x00\x00,\x00\x00'],
  ['html', '<!doctype html><title>a picture</title>'],
  ['nothing', ''],
])('%s is not a picture', (_, text) => {
  expect(readPicture(Buffer.from(text, 'latin1'))).toBeUndefined()
})

test('truncated or changed files are either read or rejected, and never throw', () => {
  const start = fc.constantFrom(png, jpeg, webp.lossy, webp.lossless, webp.extended, Buffer.from('ffd8', 'hex'))
  fc.assert(
    fc.property(start, fc.nat(60), fc.uint8Array({ maxLength: 300 }), (bytes, cut, rest) => {
      readPicture(Buffer.concat([bytes.subarray(0, cut), rest]))
    }),
  )
})
