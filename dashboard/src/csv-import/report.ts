import { guardCell } from '@posthorn/contract/audience/csv-cell'
import Papa from 'papaparse'
import type { Sheet } from './read-csv.ts'
import type { RefusedRow } from './send-rows.ts'

/**
 * The refused rows as they were in the file, each with the reason in front, so that the corrected file can be imported
 * again. Cells that a spreadsheet would run as a formula are escaped.
 */
export function reportOf({ head, rows }: Sheet, refused: readonly RefusedRow[]): string {
  const lines = refused.map(({ row, message }) => [message, ...(rows[row] ?? [])])
  const cells = [['Why it was not imported', ...head], ...lines].map(line => line.map(guardCell))
  return Papa.unparse(cells)
}
