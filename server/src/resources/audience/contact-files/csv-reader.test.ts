import { expect, test } from 'vitest'
import { csvRows, separatorOf } from './csv-reader.ts'

const rowsOf = (text: string) => Array.from(csvRows(text, separatorOf(text)), ({ cells }) => cells)

test.each([
  [
    'any line ending',
    'a,b\n1,2\r\n3,4\r5,6',
    [
      ['a', 'b'],
      ['1', '2'],
      ['3', '4'],
      ['5', '6'],
    ],
  ],
  [
    'semicolons',
    'a;b\n1,5;2',
    [
      ['a', 'b'],
      ['1,5', '2'],
    ],
  ],
  [
    'tabs',
    'a\tb\n1\t2',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'quotes',
    'a,b\n"1,\n""2""",3',
    [
      ['a', 'b'],
      ['1,\n"2"', '3'],
    ],
  ],
  ['text after a closing quote', 'a\n"1"2\n3', [['a'], ['12'], ['3']]],
  ['a quote inside a cell', 'a\n1"2', [['a'], ['1"2']]],
  ['a quote that is never closed', 'a,b\n"1,2\n3,4', [['a', 'b'], ['1,2\n3,4']]],
  [
    'semicolons below empty lines',
    '\ufeff\r\n\na;b\n1;2',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'semicolons beside commas in quotes',
    '"a, b, c";"d"\n1;2',
    [
      ['a, b, c', 'd'],
      ['1', '2'],
    ],
  ],
  [
    'empty lines and cells',
    '\n,\na,b\n\n1,\n',
    [
      ['a', 'b'],
      ['1', ''],
    ],
  ],
  [
    'a first line that names the separator, as Excel writes it',
    '\ufeffsep=;\r\na,b;c\n1;2',
    [
      ['a,b', 'c'],
      ['1', '2'],
    ],
  ],
  [
    'the same in quotes and capitals, for tabs, below an empty line',
    '\n"SEP=\t"\na\tb\n1\t2',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'a column of that name',
    'sep=x,b\n1,2',
    [
      ['sep=x', 'b'],
      ['1', '2'],
    ],
  ],
  ['a byte order mark', '\ufeffa\n1', [['a'], ['1']]],
  ['a formula that was escaped for spreadsheets', "a\n'=1+1", [['a'], ['=1+1']]],
  ['nothing', '', []],
])('%s', (_, text, rows) => {
  expect(rowsOf(text)).toEqual(rows)
})

test('only a row with a quote that is never closed is marked', () => {
  const marksOf = (text: string) => Array.from(csvRows(text, ','), ({ isUnclosed }) => isUnclosed)

  expect(marksOf('a,b\n"1",2\n"3,4\n5,6')).toEqual([false, false, true])
  expect(marksOf('a,b\n1,"')).toEqual([false, true])
  expect(marksOf('a\n"1"2\n3"')).toEqual([false, false, false])
})

test('the number of cells and the length of a cell are limited', () => {
  expect(rowsOf(`${'a,'.repeat(10_000)}a`)[0]).toHaveLength(500)
  expect(rowsOf(`a,"${'b'.repeat(10_000)}",${'c'.repeat(10_000)}`)[0]?.map(cell => cell.length)).toEqual([
    1, 8_192, 8_192,
  ])
})

test.each([
  ['quotes', '"'.repeat(500_000)],
  ['separators', ','.repeat(500_000)],
  ['lines', 'a\n'.repeat(250_000)],
  ['quoted cells that are never closed', '"a,"'.repeat(125_000)],
])('a text of nothing but %s takes linear time', (_, text) => {
  const begun = performance.now()

  let longest = 0
  for (const { cells } of csvRows(text, ',')) longest = Math.max(longest, cells.length)

  expect(longest).toBeLessThanOrEqual(500)
  // Some 100 ms on an idle machine; a quadratic parser takes minutes.
  expect(performance.now() - begun).toBeLessThan(5_000)
})
