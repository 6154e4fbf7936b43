import { expect, test } from 'vitest'
import { answerText } from './answer-text.ts'

test.each([
  ['nothing', '', ''],
  ['short text', 'ça va 👍', 'ça va 👍'],
  ['NUL', 'a\0b\0', 'ab'],
  ['4 KiB', 'a'.repeat(4096), 'a'.repeat(4096)],
  ['more than that', 'a'.repeat(5000), 'a'.repeat(4096)],
  ['a character of two octets on the border', `${'a'.repeat(4095)}é`, 'a'.repeat(4095)],
  ['a character of four octets on the border', `${'a'.repeat(4093)}👍 and more`, 'a'.repeat(4093)],
])('%s', (_, body, text) => {
  expect(answerText(Buffer.from(body))).toBe(text)
})

test('invalid octets are replaced, and the result is still within 4 KiB', () => {
  expect(answerText(Buffer.from([0x61, 0xff, 0xc3]))).toBe('a\ufffd\ufffd')
  expect(answerText(Buffer.alloc(4096, 0xff))).toBe('\ufffd'.repeat(1365))
})
