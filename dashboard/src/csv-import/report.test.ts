import { expect, test } from 'vitest'
import { readCsv } from './read-csv.ts'
import { reportOf } from './report.ts'

const sheet = {
  head: ['Email', 'Name'],
  rows: [
    ['ada@example.com', 'Ada'],
    ['nonsense', 'Lovelace, Ada'],
    ['=HYPERLINK("https://evil.example")', '+14155552671'],
  ],
}

test('the report has each refused row as it stood in the file, and why', async () => {
  const report = reportOf(sheet, [{ row: 1, message: '"nonsense" is not an email address' }])

  expect(await readCsv(new Blob([report]))).toEqual({
    head: ['Why it was not imported', 'Email', 'Name'],
    rows: [['"nonsense" is not an email address', 'nonsense', 'Lovelace, Ada']],
  })
})

test('no cell runs as a formula, and numbers stay numbers', () => {
  const report = reportOf(sheet, [{ row: 2, message: 'no' }])

  expect(report).toContain(`'=HYPERLINK`)
  expect(report).toContain(',+14155552671')
})
