/** A text table with column names on top. Rows map a column's name to its text. */
export function table<Column extends string>(
  columns: readonly Column[],
  rows: readonly Record<Column, string>[],
): string {
  const width = (column: Column) => Math.max(column.length, ...rows.map(row => [...row[column]].length))
  const widths = columns.map(width)
  const line = (cells: readonly string[]) => cells.map((cell, index) => pad(cell, widths[index] ?? 0)).join('  ')
  const lines = [columns.map(column => column.toUpperCase()), ...rows.map(row => columns.map(column => row[column]))]
  return lines.map(cells => line(cells).trimEnd()).join('\n')
}

/** Counts visible characters, not UTF-16 units. */
const pad = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - [...text].length))

/** To the minute, in UTC like all times in Posthorn. */
export const shortTime = (time: Date): string => time.toISOString().slice(0, 16).replace('T', ' ')
