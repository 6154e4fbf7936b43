import { expect, test } from 'vitest'
import { cpuNow } from '../../../../testing/cpu-clock.ts'
import { lineCheck } from './line-fault.ts'

const line = (length: number) => 'x'.repeat(length)

/** The faults for several chunk sizes. */
function faultsOf(message: Buffer): unknown[] {
  return [1, 2, 7, message.length + 1].map(size => {
    const check = lineCheck()
    for (let start = 0; start < message.length; start += size) check.feed(message.subarray(start, start + size))
    return check.fault()
  })
}

test.each([
  ['plain lines', 'A: b\r\n\r\nHello\r\n', undefined],
  ['nothing', '', undefined],
  ['a last line without an end', 'Hello', undefined],
  ['empty lines', '\r\n\r\n', undefined],
  ['a line of 998 octets', `${line(998)}\r\n`, undefined],
  ['a line of 999 octets', `${line(999)}\r\nHello\r\n`, 'long line'],
  ['a last line of 999 octets', line(999), 'long line'],
  ['LF before a dot', 'Hello\n.\r\nMAIL FROM:<a@b.co>\r\n', 'bare line end'],
  ['LF after a dot', 'Hello\r\n.\nMAIL FROM:<a@b.co>\r\n', 'bare line end'],
  ['CR before a dot', 'Hello\r.\r\n', 'bare line end'],
  ['CR alone', 'Hello\rthere\r\n', 'bare line end'],
  ['CR CR LF', 'Hello\r\r\n', 'bare line end'],
  ['LF at the beginning', '\nHello\r\n', 'bare line end'],
  ['CR at the end', 'Hello\r', 'bare line end'],
  ['LF at the end', 'Hello\n', 'bare line end'],
  ['NUL', 'Hello\0there\r\n', 'NUL'],
  ['NUL before a dot', 'Hello\r\n\0.\r\nMAIL FROM:<a@b.co>\r\n', 'NUL'],
  ['NUL in a long line', `\0${line(2_000)}\r\n`, 'NUL'],
  ['NUL and a bare LF', 'Hello\0\n', 'bare line end'],
  ['a bare LF after a long line', `${line(2_000)}\r\n\n`, 'bare line end'],
])('%s', (_, text, fault) => {
  expect(new Set(faultsOf(Buffer.from(text)))).toEqual(new Set([fault]))
})

test.each(['\r\n', 'x\r\n', 'x'.repeat(99)])('15 MiB of %j are checked quickly', piece => {
  const message = Buffer.alloc(15 * 1024 * 1024, piece)
  const start = cpuNow()

  lineCheck().feed(message)

  expect(cpuNow() - start).toBeLessThan(2_000)
})
