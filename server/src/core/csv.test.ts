import { expect, test } from 'vitest'
import { csvLine, csvOf } from './csv.ts'

test.each([
  [['a', 'b'], 'a,b\r\n'],
  [['a,b', 'say "hi"', 'two\nlines'], '"a,b","say ""hi""","two\nlines"\r\n'],
  [[null, undefined, '', true], ',,,true\r\n'],
  [['ä€😀'], 'ä€😀\r\n'],
])('%j is written as %j', (cells, line) => {
  expect(csvLine(cells)).toBe(line)
})

test('no cell is a formula in a spreadsheet, and phone numbers stay unchanged', () => {
  expect(csvLine(['=1+1', '\r=1', '+14155552671'])).toBe(`'=1+1,"'\r=1",+14155552671\r\n`)
})

test('a file has every row of every page once', async () => {
  const all = Array.from({ length: 2_500 }, (_, nth) => ({ id: String(9_999 - nth) }))
  const readPage = async ({ limit, before }: { limit: number; before: string | undefined }) =>
    all.filter(row => before === undefined || row.id < before).slice(0, limit + 1)

  let text = ''
  for await (const piece of csvOf(['id'], readPage, row => [row.id])) text += piece

  expect(text).toBe(['id', ...all.map(row => row.id), ''].join('\r\n'))
})
