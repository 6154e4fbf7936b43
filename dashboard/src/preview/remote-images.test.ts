import { expect, test } from 'vitest'
import { hasRemoteImages } from './remote-images.ts'

test.each([
  '<img src="https://example.com/a.png">',
  "<IMG alt='x' SRC='http://example.com/a.png'>",
  '<img src=//example.com/a.png>',
  '<td background="https://example.com/a.png">',
  '<div style="background: url(https://example.com/a.png)">',
  '<source srcset="https://example.com/a.webp 2x">',
])('%s loads a remote image', html => {
  expect(hasRemoteImages(html)).toBe(true)
})

test.each([
  '<p>https://example.com</p>',
  '<a href="https://example.com">x</a>',
  '<img src="data:image/png;base64,AA==">',
])('%s loads nothing remote', html => {
  expect(hasRemoteImages(html)).toBe(false)
})
