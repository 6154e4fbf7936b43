/** CSV by RFC 4180, safe to open in a spreadsheet. */
import { guardCell } from '@posthorn/contract/audience/csv-cell'

const needsQuotes = /[",\r\n]/

export const csvLine = (cells: readonly (string | boolean | null | undefined)[]): string =>
  `${cells.map(cell => csvCell(cell === null || cell === undefined ? '' : String(cell))).join(',')}\r\n`

function csvCell(text: string): string {
  const safe = guardCell(text)
  return needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Streams a file page by page. `readPage` returns the rows before an id, newest first. */
export async function* csvOf<Row extends { id: string }>(
  header: readonly string[],
  readPage: (page: { limit: number; before: string | undefined }) => Promise<readonly Row[]>,
  toCells: (row: Row) => Parameters<typeof csvLine>[0],
): AsyncGenerator<string> {
  const limit = 1_000
  yield csvLine(header)
  for (let before: string | undefined; ; ) {
    const rows = (await readPage({ limit, before })).slice(0, limit)
    if (rows.length > 0) yield rows.map(row => csvLine(toCells(row))).join('')
    if (rows.length < limit) return
    before = rows.at(-1)?.id
  }
}
