import { expect, test } from 'vitest'
import { OnTheWire } from './on-the-wire.ts'

function encode(text: string, cut = text.length): string {
  const message = new OnTheWire()
  const blocks = [text.slice(0, cut), text.slice(cut)].map(part => message.encode(Buffer.from(part, 'latin1')))
  return Buffer.concat([...blocks, message.end]).toString('latin1')
}

test.each([
  ['a\r\nb\r\n', 'a\r\nb\r\n.\r\n'],
  ['a', 'a\r\n.\r\n'],
  ['', '.\r\n'],
  ['.a\r\n..\r\nb.c', '..a\r\n...\r\nb.c\r\n.\r\n'],
  ['a\nb\rc', 'a\r\nb\r\nc\r\n.\r\n'],
  ['a\n.\nb\r.\rc', 'a\r\n..\r\nb\r\n..\r\nc\r\n.\r\n'],
  ['a\r', 'a\r\n.\r\n'],
  ['a\r\r\nb\n\r', 'a\r\n\r\nb\r\n\r\n.\r\n'],
])('%j is sent as %j, wherever it is split into blocks', (text, wire) => {
  for (let cut = 0; cut <= text.length; cut++) expect(encode(text, cut)).toBe(wire)
})

test('a block that needs no change is not copied', () => {
  const block = Buffer.from('Good morning.\r\nYours\r\n')

  expect(new OnTheWire().encode(block)).toBe(block)
})
