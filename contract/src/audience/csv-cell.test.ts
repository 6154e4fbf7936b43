import fc from 'fast-check'
import { expect, test } from 'vitest'
import { guardCell, unguardCell } from './csv-cell.ts'

const signs = ['=', '+', '-', '@', '\t', '\r', '\n', ' ', "'", '1', 'a', '＝', '＠', ',', '"']
const cells = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...signs), maxLength: 8 }))

test.each(['=1+1', '+cmd|x', '+1+cmd|x', '-2+3', '-1', '@SUM(A1)', '\t=1', '\n=1', ' =HYPERLINK("x")', '\r=1', '＝1'])(
  'a spreadsheet does not run %j',
  text => {
    expect(guardCell(text)).toBe(`'${text}`)
  },
)

test.each(['+14155552671', 'Ada', "O'Hara", 'a=b', '', "'tis"])('%j stays as it is', text => {
  expect(guardCell(text)).toBe(text)
})

test('no guarded cell begins like a formula, except a telephone number, and every cell survives the round trip', () => {
  fc.assert(
    fc.property(cells, text => {
      const cell = guardCell(text)

      expect(/^\s*[=+\-@\t\r\n＝＋－＠]/.test(cell) && !/^\+\d+$/.test(cell)).toBe(false)
      expect(unguardCell(cell)).toBe(text)
    }),
    { numRuns: 2_000 },
  )
})

test('the apostrophe that marks a cell as text in a spreadsheet is removed', () => {
  expect(unguardCell("'+14155552671")).toBe('+14155552671')
})
