import { expect, test } from 'vitest'
import { canonicalBody, pieceLength } from './canonical-form.ts'

/** RFC 6376, 3.4.4, without pieces. */
function atOnce(body: string): string {
  const lines = body.split('\r\n').map(line => line.replace(/[ \t]+/g, ' ').replace(/ $/, ''))
  while (lines.at(-1) === '') lines.pop()
  return lines.length === 0 ? '' : `${lines.join('\r\n')}\r\n`
}

const almost = 'x'.repeat(pieceLength - 1)

test.each([
  ['a line end between two pieces', `${almost}\r\ny\r\n`],
  ['a space between two pieces', `${almost}  y`],
  ['a space at the end of a piece', `${almost} \r\n\r\n`],
  ['empty lines from one piece to the next', `x${'\r\n'.repeat(pieceLength / 2 + 5)}y`],
  ['empty lines to the end', `x${' \r\n'.repeat(pieceLength / 2)}`],
  ['nothing but empty lines', '\r\n'.repeat(pieceLength / 2 + 5)],
  ['nothing', ''],
])('%s: the result is the same in pieces', (_what, body) => {
  expect(Buffer.concat([...canonicalBody(Buffer.from(body))]).toString() === atOnce(body)).toBe(true)
})
