import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCsv } from './read-csv.ts'
import { reportOf } from './report.ts'

const sheet = {
  head: ['Email', 'Name'],
  rows: [
    ['ada@example.com', 'Ada'],
    ['nonsense', 'Lovelace, Ada'],
    ['=HYPERLINK("https://evil.example")', '+14155552671'],
    ['+1+cmd|x', '-1+cmd|x'],
  ],
}

test('the report has each refused row as in the file, with the reason', async () => {
  const report = reportOf(sheet, [{ row: 1, message: '"nonsense" is not an email address' }])

  expect(await readCsv(new Blob([report]))).toEqual({
    head: ['Why it was not imported', 'Email', 'Name'],
    rows: [['"nonsense" is not an email address', 'nonsense', 'Lovelace, Ada']],
  })
})

test('no cell runs as a formula, and numbers stay numbers', () => {
  const report = reportOf(sheet, [
    { row: 2, message: '=no' },
    { row: 3, message: 'no' },
  ])

  expect(report).toContain(`'=HYPERLINK`)
  expect(report).toContain(',+14155552671')
  expect(report).toContain(`'+1+cmd|x,'-1+cmd|x`)
  expect(report).toContain(`\n'=no,`)
})

test('importing the report gives the same cells, whatever they contain', async () => {
  const cell = fc.string({ unit: fc.constantFrom(...`=+-@'", ;|a1\t\r\n`), maxLength: 6 })

  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 4 }), async rows => {
      const report = reportOf(
        { ...sheet, rows },
        rows.map((_, row) => ({ row, message: 'no' })),
      )

      expect((await readCsv(new Blob([report]))).rows).toEqual(rows.map(row => ['no', ...row]))
    }),
  )
})
