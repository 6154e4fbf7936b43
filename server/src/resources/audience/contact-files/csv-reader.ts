/**
 * Reads the rows of a CSV text (RFC 4180) lazily, each character once, so that reading a few rows costs only those. An unclosed quote makes the rest
 * of the text one cell of a row that is marked.
 */
import { separatorLine, unguardCell } from '@posthorn/contract/audience/csv-cell'

const separators = [',', ';', '\t'] as const
export type Separator = (typeof separators)[number]

/** Further cells are ignored. */
const maxCells = 500

/** `isUnclosed`: its last cell begins with a quote that is never closed. */
export type CsvRow = { cells: string[]; isUnclosed: boolean }

export function* csvRows(text: string, separator: Separator): Generator<CsvRow> {
  let at = (namedSeparator(text) && separatorLine.exec(text)?.[0].length) ?? (text.startsWith('\ufeff') ? 1 : 0)
  while (at < text.length) {
    const { end, ...row } = readRow(text, at, separator)
    at = end
    if (row.isUnclosed || row.cells.some(cell => cell.trim() !== '')) yield row
  }
}

/** The separator that the first line names, or else the one that occurs most often in the first line that is not empty, outside of quotes. */
export function separatorOf(text: string): Separator {
  const named = namedSeparator(text)
  if (named) return named
  const start = text.slice(0, 64 * 1024).replaceAll(/"[^"]*"/g, '')
  const line = start.replace(/^[\ufeff\r\n]+/, '').split(/[\r\n]/, 1)[0] ?? ''
  const counts = separators.map(one => line.split(one).length)
  return separators[counts.indexOf(Math.max(...counts))] ?? ','
}

const namedSeparator = (text: string): Separator | undefined =>
  separators.find(one => one === separatorLine.exec(text)?.[1])

function readRow(text: string, start: number, separator: Separator): CsvRow & { end: number } {
  const cells: string[] = []
  let at = start
  for (;;) {
    const {
      cell,
      end,
      isUnclosed = false,
    } = text[at] === '"' ? quotedCell(text, at, separator) : plainCell(text, at, separator)
    if (cells.length < maxCells) cells.push(unguardCell(cell))
    if (text[end] !== separator) return { cells, isUnclosed, end: afterLineEnd(text, end) }
    at = end + 1
  }
}

type Cell = { cell: string; end: number; isUnclosed?: boolean }

const [lineFeed, carriageReturn, quote] = [0x0a, 0x0d, 0x22]

function plainCell(text: string, start: number, separator: Separator): Cell {
  const separatorCode = separator.charCodeAt(0)
  let end = start
  for (; end < text.length; end++) {
    const letter = text.charCodeAt(end)
    if (letter === separatorCode || letter === lineFeed || letter === carriageReturn) break
  }
  return { cell: cut(text, start, end), end }
}

/** A doubled quote is one quote. Text between the closing quote and the separator is part of the cell. */
function quotedCell(text: string, start: number, separator: Separator): Cell {
  let close = start + 1
  for (; close < text.length; close++) {
    if (text.charCodeAt(close) !== quote) continue
    if (text.charCodeAt(close + 1) !== quote) break
    close++
  }
  const inside = cut(text, start + 1, close).replaceAll('""', '"')
  if (close >= text.length) return { cell: inside, end: text.length, isUnclosed: true }
  const { cell, end } = plainCell(text, close + 1, separator)
  return { cell: inside + cell, end }
}

/** Longer than any accepted cell, so the length check still sees that it is too long. */
const maxCellLength = 8 * 1024
const cut = (text: string, start: number, end: number): string =>
  text.slice(start, Math.min(end, start + maxCellLength))

const afterLineEnd = (text: string, at: number): number =>
  text[at] === '\r' && text[at + 1] === '\n' ? at + 2 : at + 1
