/**
 * Reads the rows of a CSV text (RFC 4180) one after the other, each character once: whoever needs a few rows pays for those alone. A quote that
 * is never closed makes the rest of the text one cell.
 */
import { unguardCell } from '@posthorn/contract/audience/csv-cell'

const separators = [',', ';', '\t'] as const
export type Separator = (typeof separators)[number]

/** Those behind them are passed over. */
const maxCells = 500

export function* csvRows(text: string, separator: Separator): Generator<string[]> {
  let at = text.startsWith('\ufeff') ? 1 : 0
  while (at < text.length) {
    const { cells, end } = readRow(text, at, separator)
    at = end
    if (cells.some(cell => cell.trim() !== '')) yield cells
  }
}

/** What the first line has most of. */
export function separatorOf(text: string): Separator {
  const line = text.slice(0, 64 * 1024).split(/[\r\n]/, 1)[0] ?? ''
  const counts = separators.map(one => line.split(one).length)
  return separators[counts.indexOf(Math.max(...counts))] ?? ','
}

function readRow(text: string, start: number, separator: Separator): { cells: string[]; end: number } {
  const cells: string[] = []
  let at = start
  for (;;) {
    const { cell, end } = text[at] === '"' ? quotedCell(text, at, separator) : plainCell(text, at, separator)
    if (cells.length < maxCells) cells.push(unguardCell(cell))
    if (text[end] !== separator) return { cells, end: behindLineEnd(text, end) }
    at = end + 1
  }
}

const [lineFeed, carriageReturn, quote] = [0x0a, 0x0d, 0x22]

function plainCell(text: string, start: number, separator: Separator): { cell: string; end: number } {
  const between = separator.charCodeAt(0)
  let end = start
  for (; end < text.length; end++) {
    const letter = text.charCodeAt(end)
    if (letter === between || letter === lineFeed || letter === carriageReturn) break
  }
  return { cell: cut(text, start, end), end }
}

/** Two quotes are one. What stands behind the last one, up to the separator, belongs to the cell as it is. */
function quotedCell(text: string, start: number, separator: Separator): { cell: string; end: number } {
  let close = start + 1
  for (; close < text.length; close++) {
    if (text.charCodeAt(close) !== quote) continue
    if (text.charCodeAt(close + 1) !== quote) break
    close++
  }
  const inside = cut(text, start + 1, close).replaceAll('""', '"')
  if (close >= text.length) return { cell: inside, end: text.length }
  const { cell, end } = plainCell(text, close + 1, separator)
  return { cell: inside + cell, end }
}

/** More than anybody takes as a cell: that it is too long can still be seen. */
const longestCell = 8 * 1024
const cut = (text: string, start: number, end: number): string => text.slice(start, Math.min(end, start + longestCell))

const behindLineEnd = (text: string, at: number): number =>
  text[at] === '\r' && text[at + 1] === '\n' ? at + 2 : at + 1
